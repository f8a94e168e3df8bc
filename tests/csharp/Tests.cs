// SPDX-License-Identifier: Zlib
// Tests.exe NUMBERS: the laws of AmbientFluid.cs. NUMBERS is the output of Numbers.c. Prints the name of each test.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Reflection;
using AmbientFluid;

internal static class Tests
{
    private static readonly Dictionary<string, string[]> Numbers = new Dictionary<string, string[]>();
    private static double[] vertices;
    private static int[] triangles;

    private static int Main(string[] arguments)
    {
        foreach (string line in File.ReadAllLines(arguments[0]))
        {
            string[] words = line.Split(' ');
            Numbers[words[0]] = new List<string>(words).GetRange(1, words.Length - 1).ToArray();
        }
        vertices = Array.ConvertAll(Numbers["vertices"], bits => BitConverter.Int64BitsToDouble(Bits(bits)));
        triangles = Array.ConvertAll(Numbers["triangles"], number => (int)Bits(number));
        int failed = 0;
        foreach (Type type in new[] { typeof(Tests), typeof(LifeTests), typeof(UnityTests) })
            foreach (MethodInfo test in type.GetMethods(BindingFlags.Static | BindingFlags.Public))
            {
                Console.WriteLine(test.Name);
                try { test.Invoke(null, null); }
                catch (TargetInvocationException error)
                {
                    Console.WriteLine("    FAILED " + error.InnerException);
                    ++failed;
                }
            }
        return failed == 0 ? 0 : 1;
    }

    private static long Bits(string hex) => long.Parse(hex, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    internal static void True(bool holds, string message)
    {
        if (!holds) throw new Exception(message);
    }

    internal static void Near(Vector3d a, Vector3d b, double tolerance, string name) =>
        True((a - b).Length <= tolerance, $"{name}: {a} is not {b}, by {(a - b).Length}");

    // All doubles of a struct, by reflection: every field takes part.
    private static void Collect(object value, List<double> numbers)
    {
        if (value is double) numbers.Add((double)value);
        else
            foreach (FieldInfo field in value.GetType().GetFields(BindingFlags.Instance | BindingFlags.Public))
                Collect(field.GetValue(value), numbers);
    }

    internal static void Same(object a, object b, string name)
    {
        List<double> first = new List<double>(), second = new List<double>();
        Collect(a, first);
        Collect(b, second);
        True(first.Count > 0 && first.Count == second.Count, name + ": different counts");
        for (int i = 0; i < first.Count; ++i)
            True(BitConverter.DoubleToInt64Bits(first[i]) == BitConverter.DoubleToInt64Bits(second[i]),
                 $"{name}: number {i} is {first[i]:R} and {second[i]:R}");
    }

    private static void SameAsInC(IList<double> numbers, string name)
    {
        string[] expected = Numbers[name];
        True(numbers.Count == expected.Length, $"{name}: {numbers.Count} numbers, {expected.Length} in C");
        for (int i = 0; i < expected.Length; ++i)
            True(BitConverter.DoubleToInt64Bits(numbers[i]) == Bits(expected[i]),
                 $"{name}: number {i} is {numbers[i]:R}, {BitConverter.Int64BitsToDouble(Bits(expected[i])):R} in C");
    }

    private static void StructSameAsInC(object value, string name)
    {
        var numbers = new List<double>();
        Collect(value, numbers);
        SameAsInC(numbers, name);
    }

    internal static Model Ball() => new Model(vertices, triangles);

    public static void NumbersAreThoseOfCToTheBit()
    {
        using (Model ball = Ball())
        using (var body = new Body(ball, 6, Medium.Water()))
        {
            var matrix = new double[36];
            ball.GetAddedMass(998.2, default(Vector3d), matrix);
            SameAsInC(matrix, "added_mass");
            for (int i = 0; i < 600; ++i) body.Step(1.0 / 60);
            StructSameAsInC(body.State, "falling");
            StructSameAsInC(body.Readout, "readout");
            StructSameAsInC(body.BeginStep(1.0 / 60), "solver");
            using (var world = new World { Medium = Medium.Water() })
            {
                WorldBody wet = world.Add(ball, 6, default(Vector3d));
                for (int i = 0; i < 60; ++i) world.Step(1.0 / 60);
                StructSameAsInC(wet.State, "world");
            }
        }
    }

    // Drag, buoyancy and weight cancel at the terminal speed.
    public static void ABallFallsAtItsTerminalSpeed()
    {
        using (Model ball = Ball())
        using (var body = new Body(ball, 6, Medium.Water()))
        {
            for (int i = 0; i < 1200; ++i) body.Step(1.0 / 60);
            double weight = 6 * 9.81, rest = Math.Abs(body.Readout.Total.Linear.Z) / weight;
            Console.WriteLine($"    speed {body.State.LinearVelocity.Length:F4} m/s, force left over weight {rest:E1}");
            True(rest < TerminalTolerance, $"force left {rest}");
            True(body.State.LinearVelocity.Z < -0.5, "the ball falls");
        }
    }

    private const double TerminalTolerance = 1e-7; // measured 2.8e-8

    public static void ASharedStepWithoutContactIsAStep()
    {
        using (Model ball = Ball())
        using (Body own = new Body(ball, 6, Medium.Water()), shared = new Body(ball, 6, Medium.Water()))
            for (int i = 0; i < 60; ++i)
            {
                var load = new Wrench(new Vector3d(0.1, 0, 0.2), new Vector3d(1, -2, 0));
                own.Step(1.0 / 60, load);
                SolverBody solver = shared.BeginStep(1.0 / 60, load);
                Near(shared.ImpulseTo(solver.AngularVelocity, solver.LinearVelocity).Linear, default(Vector3d), 1e-12, "impulse");
                Same(shared.EndStep(), own.State, "state");
            }
    }

    public static void PrincipalAxesTurnTheMomentsBack()
    {
        var random = new Random(3);
        for (int i = 0; i < 1000; ++i)
        {
            var m = new Matrix3d { XX = 1 + random.NextDouble(), YY = 1 + random.NextDouble(), ZZ = i % 7 == 0 ? 1.5 : 1 + random.NextDouble() };
            if (i % 5 == 0) m.YY = m.XX;
            m.XY = m.YX = random.NextDouble() - 0.5;
            m.XZ = m.ZX = i % 3 == 0 ? 0 : random.NextDouble() - 0.5;
            m.YZ = m.ZY = i % 11 == 0 ? 1e-12 : random.NextDouble() - 0.5;
            Vector3d moments = m.Principal(out Quaterniond axes);
            Axis(m, axes, new Vector3d(1, 0, 0), moments.X);
            Axis(m, axes, new Vector3d(0, 1, 0), moments.Y);
            Axis(m, axes, new Vector3d(0, 0, 1), moments.Z);
        }
    }

    private static void Axis(Matrix3d m, Quaterniond axes, Vector3d along, double moment)
    {
        Vector3d a = UnityTests.Rotated(axes, along);
        var product = new Vector3d(m.XX * a.X + m.XY * a.Y + m.XZ * a.Z, m.YX * a.X + m.YY * a.Y + m.YZ * a.Z,
                                   m.ZX * a.X + m.ZY * a.Y + m.ZZ * a.Z);
        Near(product, moment * a, 1e-13, "principal axis"); // measured 4e-15
    }

    private static Body Floating(Model ball, bool waves)
    {
        var up = new Vector3d(0, 0, 1);
        using (Medium water = Medium.Water())
        using (Medium air = Medium.Air())
        using (Medium both = waves ? Medium.Waves(water, air, (p, t) => 0.01, up) : Medium.Divided(water, air, 0.01, up))
            return new Body(ball, 1, both);
    }

    // Waves of a flat function are a divided medium's, and both live as long as a body that uses them.
    public static void WavesAreCalledAsLongAsABodyUsesThem()
    {
        var up = new Vector3d(0, 0, 1);
        using (Model ball = Ball())
        {
            using (Body flat = Floating(ball, false), wavy = Floating(ball, true))
                for (int i = 0; i < 100; ++i)
                {
                    flat.Step(0.01);
                    wavy.Step(0.01);
                    if (i % 10 == 0) { GC.Collect(); GC.WaitForPendingFinalizers(); }
                    Near(flat.State.Position, wavy.State.Position, 1e-6, "floating ball");
                }
            Medium broken = Medium.Waves(Medium.Water(), null, (p, t) => { throw new InvalidOperationException(); }, up);
            Refused(() => new Body(ball, 1, broken), "the water surface returns numbers that are not finite");
        }
    }

    public static void BodiesOfAWorldComeToRestOnItsPlane()
    {
        using (Model ball = Ball())
        using (var world = new World { Medium = Medium.Water() })
        {
            world.AddPlane(new Vector3d(0, 0, 1), -1);
            world.Add(ball, 8, default(Vector3d));
            world.Add(ball, 8, new Vector3d(1, 0, 0));
            for (int i = 0; i < 600; ++i) world.Step(1.0 / 60);
            var states = new BodyState[2];
            world.GetStates(states);
            for (int i = 0; i < 2; ++i)
            {
                True(Math.Abs(states[i].Position.Z + 1) < 0.12 && states[i].Position.Z > -1, $"body {i} lies on the plane: {states[i].Position}");
                True(states[i].LinearVelocity.Length < 0.02, $"body {i} rests: {states[i].LinearVelocity}");
            }
            Refused<ArgumentException>(() => world.GetStates(new BodyState[1]), "states has 1 elements for 2 bodies");
            world.Bodies[0].Dispose();
            True(world.Bodies.Count == 1, "a disposed body has left the world");
            world.Step(1.0 / 60);
        }
    }

    // A heap whose bodies fall through a brine in a region and feel each other's flow.
    public static void AStateRepeatsTheMotionToTheBit()
    {
        using (Model ball = Ball())
        using (var world = new World { Medium = Medium.Water() })
        using (Medium brine = Medium.Uniform(1200, 1e-3))
        using (Region pool = world.AddRegion(new Vector3d(-1, -1, double.NegativeInfinity), new Vector3d(1, 1, -0.4), brine))
        using (Coupling coupling = world.Couple())
        {
            world.AddPlane(new Vector3d(0, 0, 1), -1);
            world.Add(ball, 0, new Vector3d(0, 0, -0.9));
            for (int i = 0; i < 4; ++i)
                world.Add(ball, 8 + i, new Vector3d(0.02 * i, 0, 0.3 * i),
                          null, new Twist(default(Vector3d), new Vector3d(0, 0.1 * i, 0)));
            for (int i = 0; i < 60; ++i) world.Step(1.0 / 60);
            byte[] state = world.SaveState();
            var ends = new BodyState[2, 5];
            for (int run = 0; run < 2; ++run)
            {
                world.RestoreState(state);
                for (int i = 0; i < 30; ++i) world.Step(1.0 / 60);
                for (int i = 0; i < 5; ++i) ends[run, i] = world.Bodies[i].State;
            }
            for (int i = 0; i < 5; ++i) True(ends[0, i].Equals(ends[1, i]), $"body {i} repeats its motion");
            True(Math.Abs(ends[0, 0].Time - 1.5) < 1e-12, "a state has its time");
            True(coupling.LoadOn(world.Bodies[4]).Linear.Length > 0, "the bodies feel each other");
            coupling.SetCoupled(world.Bodies[4], false);
            world.Step(1.0 / 60);
            True(coupling.LoadOn(world.Bodies[4]).Linear.Length == 0, "a body is taken out of the coupling");
            var places = new float[35];
            world.GetTransforms(places);
            True(Math.Abs(places[2] + 0.9) < 1e-6 && places[6] == 1, "the fixed ball stays");
            True(Math.Abs(places[9] - ends[1, 1].Position.Z) < 1e-3, $"the mesh's origin lies beside the centre of mass: {places[9]}, {ends[1, 1].Position.Z}");
            state[state.Length / 2] ^= 1;
            Refused(() => world.RestoreState(state), "damaged");
            pool.Enabled = false;
            pool.Medium = Medium.Air();
            pool.SetBox(default(Vector3d), new Vector3d(1, 1, 1));
            Refused(() => pool.SetBox(new Vector3d(1, 1, 1), default(Vector3d)));
            Refused(() => world.Couple(new CouplingOptions()), "struct_size");
            Refused(() => coupling.AddWall(default(Vector3d), 0), "normal");
        }
    }

    // Bollard, a table with its dead band, and curves: thrusts at rest, and a body that leaves before its thruster.
    public static void ThrustersHaveTheirMakersNumbers()
    {
        var table = new double[] { 1100, -40.2, 1464, 0, 1536, 0, 1900, 51.5 };
        using (Model ball = Ball())
        using (var world = new World { Medium = Medium.Uniform(1000, 0) })
        {
            WorldBody body = world.Add(ball, 1e6, new Vector3d(0, 0, 0));
            ThrusterOptions bollard = ThrusterOptions.FromBollard(51.5, 40.2, 61, 0.076);
            True(Math.Abs(ThrustOf(world, body, bollard, -61) + 40.2) < 1e-5, "the thrust astern is that of the bollard");
            ThrusterOptions options = ThrusterOptions.FromTable(table, 61, 0.076);
            True(Math.Abs(ThrustOf(world, body, options, 1718, table) - 25.75) < 1e-4, "a command between two rows has the thrust between theirs");
            True(ThrustOf(world, body, options, 1500, table) == 0, "a command in the dead band has no thrust");
            double curved = ThrustOf(world, body, ThrusterOptions.Default, 20, null, new[] { 0, 0.4, 0.06, 0.8, 0, 0.02 });
            True(Math.Abs(curved - 0.4 * 1000 * 1e-4 * 400) < 1e-4, $"K_T of the curve at rest: {curved}");
            Refused<ArgumentException>(() => world.AddThruster(body, options, new double[3]), "table has 3 numbers");
            Refused(() => ThrusterOptions.FromTable(new double[] { 0, 0, 2, 5, 1, 7 }, 61, 0.076), "table");
            Refused(() => world.AddThruster(body, new ThrusterOptions()), "struct_size");
            Thruster late = world.AddThruster(body, bollard);
            late.SetCommand(61);
            body.Dispose();
            late.Apply(1e-3);
            world.Step(1.0 / 60);
            late.Dispose();
        }
    }

    // Heights and slopes of a sea, which a second sea of the same seed repeats.
    public static void ASeaIsSampledAsItIsFelt()
    {
        SeaOptions options = SeaOptions.Default;
        True(options.WaveCount == 16 && options.Height == 1 && options.Period == 5 && options.Up.Z == 1, "the defaults are those of C");
        options.Height = 0.4;
        options.Seed = 7;
        options.Spread = 4;
        using (Medium sea = Medium.Sea(Medium.Water(), Medium.Air(), options))
        using (Medium again = Medium.Sea(Medium.Water(), null, options))
        {
            const int count = 400;
            const double step = 1e-4;
            var points = new double[9 * count];
            for (int i = 0; i < count; ++i)
                for (int k = 0; k < 3; ++k)
                {
                    points[9 * i + 3 * k] = 0.7 * i + (k == 1 ? step : 0);
                    points[9 * i + 3 * k + 1] = -0.2 * i + (k == 2 ? step : 0);
                    points[9 * i + 3 * k + 2] = 5;
                }
            var heights = new double[3 * count];
            var others = new double[3 * count];
            var normals = new double[9 * count];
            sea.SampleSurface(points, 3.5, heights, normals);
            again.SampleSurface(points, 3.5, others);
            double square = 0;
            for (int i = 0; i < count; ++i)
            {
                double h = heights[3 * i], x = (heights[3 * i + 1] - h) / step, y = (heights[3 * i + 2] - h) / step;
                Near(new Vector3d(normals[9 * i], normals[9 * i + 1], normals[9 * i + 2]),
                     1 / Math.Sqrt(1 + x * x + y * y) * new Vector3d(-x, -y, 1), 2e-4, "the normal is that of the slopes");
                True(h == others[3 * i], "equal seeds give equal seas");
                square += h * h / count;
            }
            True(Math.Abs(4 * Math.Sqrt(square) / 0.4 - 1) < 0.2, $"the significant height is {4 * Math.Sqrt(square)}");
            Refused<ArgumentException>(() => sea.SampleSurface(points, 0, new double[2]), "heights has 2 numbers");
        }
        options.Height = -1;
        Refused(() => Medium.Sea(Medium.Water(), null, options), "significantHeight", "-1");
    }

    // A ball on a tether hangs below its anchor with the tension of its weight in water; a winch lifts it.
    public static void AMooringHoldsTheWeight()
    {
        foreach (bool isCable in new[] { false, true })
            using (Model ball = Ball())
            using (var world = new World { Medium = Medium.Uniform(1000, 1e-3) })
            {
                WorldBody body = world.Add(ball, 6, new Vector3d(0, 0, -1));
                MooringOptions options = isCable ? MooringOptions.Cable : MooringOptions.Line;
                True(options.IsCable == isCable, "the options are of a cable or of a line");
                options.Length = 1;
                options.Mass = 1e-3;
                options.Diameter = 1e-3;
                options.Stiffness = 1e5;
                Mooring line = world.AddMooring(null, new Vector3d(0, 0, 0), body, new Vector3d(0, 0, 0), options);
                Action<int> run = steps =>
                {
                    for (int i = 0; i < steps; ++i)
                    {
                        line.Apply(1.0 / 120);
                        world.Step(1.0 / 120);
                    }
                };
                run(600);
                double weight = 9.81 * (6 - 1000 * ball.Info.Volume);
                MooringState state = line.State;
                True(!state.IsBroken && Math.Abs(state.SecondTension / weight - 1) < 0.01, $"the tension is {state.SecondTension}, the weight {weight}");
                var points = new double[3 * state.PointCount];
                line.GetPoints(points);
                Near(new Vector3d(points[points.Length - 3], points[points.Length - 2], points[points.Length - 1]), body.State.Position, 2e-3,
                     "the line ends at the body");
                line.Reel(0.5, 0.5);
                run(600);
                True(Math.Abs(line.State.Length - 0.5) < 1e-9 && body.State.Position.Z > -0.52, "the winch has lifted the ball");
                Refused(() => world.AddMooring(null, default(Vector3d), body, new Vector3d(0, double.NaN, 0)), "nan");
                if (isCable) body.Dispose(); // in any order
                line.Dispose();
            }
    }

    // A float bobs less, the more waves it makes.
    public static void WavesMadeDampAFloat()
    {
        var heights = new Dictionary<WavesMade, double>();
        foreach (WavesMade waves in new[] { WavesMade.None, WavesMade.OfHeave, WavesMade.OfAllMotions })
            using (Model ball = Ball())
            using (var world = new World { Medium = Medium.Divided(Medium.Uniform(1000, 0), null, 0, new Vector3d(0, 0, 1)) })
            {
                WorldBody body = world.Add(ball, 500 * ball.Info.Volume, new Vector3d(0, 0, 0));
                double rest = body.State.Position.Z;
                body.MakeWaves(waves);
                BodyState start = body.State;
                start.Position.Z = rest + 0.01;
                body.State = start;
                double highest = 0;
                for (int i = 0; i < 240; ++i)
                {
                    world.Step(1.0 / 240);
                    if (i > 120) highest = Math.Max(highest, Math.Abs(body.State.Position.Z - rest));
                }
                heights[waves] = highest;
            }
        True(heights[WavesMade.OfHeave] < 0.8 * heights[WavesMade.None], $"waves of heave: {heights[WavesMade.OfHeave]} of {heights[WavesMade.None]}");
        True(heights[WavesMade.OfAllMotions] < 0.8 * heights[WavesMade.None], $"waves of all motions: {heights[WavesMade.OfAllMotions]}");
    }

    // At rest, without a lag.
    private static double ThrustOf(World world, WorldBody body, ThrusterOptions options, double command,
                                   double[] table = null, double[] openWater = null)
    {
        options.TimeConstant = 0;
        using (Thruster thruster = world.AddThruster(body, options, table, openWater))
        {
            thruster.SetCommand(command);
            thruster.Apply(1e-3);
            return thruster.State.Thrust;
        }
    }

    internal static void Refused(Action call, params string[] parts) => Refused<AmbientFluidException>(call, parts);

    internal static void Refused<T>(Action call, params string[] parts) where T : Exception
    {
        try { call(); }
        catch (T error)
        {
            foreach (string part in parts) True(error.Message.Contains(part), $"'{error.Message}' does not say '{part}'");
            return;
        }
        throw new Exception($"no {typeof(T).Name} of {string.Join(", ", parts)}");
    }

    public static void BadInputsAreExceptionsWithNameAndValue()
    {
        Model ball = Ball();
        Medium water = Medium.Water();
        var body = new Body(ball, 6, water);
        Refused(() => Medium.Uniform(-3, 0), "density", "-3");
        Refused(() => Medium.Uniform(double.NaN, 0), "density", "nan");
        Refused(() => Medium.Uniform(1, -2), "viscosity", "-2");
        Refused(() => Medium.Divided(water, null, 0, default(Vector3d)), "up");
        Refused(() => new Model(vertices, new[] { 0, 1, 77 }), "77");
        Refused(() => new Model(vertices, new[] { 0, 1, -1 }), "4294967295");
        Refused(() => new Model(vertices, new[] { 0, 11, 5 }));
        Refused(() => new Body(ball, -1, water), "mass", "-1");
        Refused(() => body.Step(-0.5), "duration", "-0.5");
        Refused(() => body.Step(1, new Wrench(new Vector3d(0, double.NaN, 0), default(Vector3d))), "wrench", "nan");
        Refused(() => body.EndStep(), "no step is begun");
        Refused(() => body.State = default(BodyState), "orientation");
        Refused(() => ball.GetAddedMass(double.PositiveInfinity, default(Vector3d), new double[36]), "density", "inf");
        ModelOptions options = ModelOptions.Default;
        options.WakeFactor = 7;
        Refused(() => new Model(vertices, triangles, options), "wakeFactor", "7");
        Refused<ArgumentException>(() => ball.GetAddedMass(1, default(Vector3d), new double[6]), "matrix has 6 numbers, not 36");
        Refused<ArgumentException>(() => new Model(new double[4], triangles), "vertices has 4 numbers");
        Refused<ArgumentException>(() => new Model(vertices, new int[2]), "triangles has 2 numbers");
        Refused<ArgumentNullException>(() => new Model(null, triangles), "vertices");
        Refused<ArgumentNullException>(() => new Body(null, 1, water));
        Refused<ArgumentNullException>(() => Medium.Divided(null, water, 0, default(Vector3d)), "below");
        var world = new World();
        Refused<ArgumentNullException>(() => world.Add(null, 1, default(Vector3d)));
        Refused(() => world.Step(0), "duration", "0");
        Refused(() => world.AddPlane(default(Vector3d), 0), "normal");
        Refused(() => world.Add(ball, 1, new Vector3d(0, 0, double.NaN)), "position", "nan");
        Refused(() => new World(new Vector3d(0, 0, double.NaN)), "gravity", "nan");
        body.Dispose();
        Refused<ObjectDisposedException>(() => body.Step(1));
        world.Dispose();
        Refused<ObjectDisposedException>(() => world.Step(1));
        ball.Dispose();
        Refused<ObjectDisposedException>(() => new Body(ball, 1, water));
    }

    // The counter counts: an array of known size moves it.
    public static void StepsAndReadoutsAllocateNothing()
    {
        using (Model ball = Ball())
        using (var body = new Body(ball, 6, Medium.Water()))
        using (var world = new World { Medium = Medium.Water() })
        {
            world.Add(ball, 6, default(Vector3d));
            var states = new BodyState[1];
            var places = new float[7];
            var matrix = new double[36];
            double sum = 0;
            Action work = () =>
            {
                body.Step(0.01);
                sum += body.State.Time + body.Readout.WettedArea;
                SolverBody solver = body.BeginStep(0.01);
                Wrench impulse = body.ImpulseTo(solver.AngularVelocity, solver.LinearVelocity);
                body.GetResponses(impulse, out double effective, out double actual);
                body.EndStep(impulse, body.State.Position, body.State.Orientation);
                body.State = body.State;
                world.Step(0.01);
                world.GetStates(states);
                world.GetTransforms(places);
                world.Bodies[0].ApplyLoad(impulse);
                ball.GetAddedMass(1, default(Vector3d), matrix);
            };
            work();
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 1000; ++i) work();
            long after = GC.GetAllocatedBytesForCurrentThread();
            GC.KeepAlive(new byte[10000]);
            long control = GC.GetAllocatedBytesForCurrentThread() - after;
            True(control >= 10000, $"the counter counts: {control} bytes");
            True(after == before, $"1000 steps allocated {after - before} bytes");
            True(sum > 0, "the body was stepped");
        }
    }

#if !UNITY_6000_0_OR_NEWER // once is enough
    public static void TenThousandRandomOrdersOfUseAndDisposalEndWell()
    {
        var random = new Random(1);
        var given = new double[36];
        for (int i = 0; i < 6; ++i) given[7 * i] = 1;
        int steps = 0;
        Model shared = Ball();
        for (int round = 0; round < 10000; ++round)
        {
            bool isOwn = round % 200 == 0; // a model takes a tenth of a second
            Model model = isOwn ? new Model(vertices, triangles, null, given) : shared;
            Medium water = Medium.Water(), air = Medium.Air();
            Medium both = round % 2 == 0 ? Medium.Divided(water, air, 0, new Vector3d(0, 0, 1))
                                         : Medium.Waves(water, air, (p, t) => 0.1 * p.X, new Vector3d(0, 0, 1));
            var body = new Body(model, 1, both);
            var world = new World { Medium = both };
            WorldBody first = world.Add(model, 1, default(Vector3d)), second = world.Add(model, 2, new Vector3d(1, 0, 0));
            var objects = new List<IDisposable> { water, air, both, body, world, first, second };
            if (isOwn) objects.Add(model);
            while (objects.Count > 0)
            {
                try
                {
                    int use = random.Next(6);
                    if (use == 0) body.Step(0.01);
                    if (use == 1) world.Step(0.01);
                    if (use == 2) first.ApplyLoad(default(Wrench));
                    if (use == 3) second.State = first.State;
                    ++steps;
                }
                catch (ObjectDisposedException) { }
                int chosen = random.Next(objects.Count);
                if (random.Next(10) > 0) objects[chosen].Dispose(); // some are left to the collector
                if (random.Next(20) == 0) objects[chosen].Dispose(); // twice is no error
                objects.RemoveAt(chosen);
            }
            if (round % 500 == 0) { GC.Collect(); GC.WaitForPendingFinalizers(); }
        }
        True(steps > 10000, $"{steps} uses succeeded");
    }
#endif
}
