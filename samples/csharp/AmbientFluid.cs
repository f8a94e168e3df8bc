// SPDX-License-Identifier: Zlib
// C# over the C interface of AmbientFluid: one file to copy, for C# 7 and later, without unsafe code. It needs the
// shared library AmbientFluidC where the runtime finds it: beside the program, or in Assets/Plugins of a Unity project.
//
// Units are SI: metre, kilogram, second, radian, newton. World axes are right-handed, and `up` is +z unless gravity and
// media say otherwise (FluidBody.cs converts Unity's axes). The mesh frame is that of the vertices; the body frame has
// the mesh's axes and its origin at the centre of mass. Matrices are row by row; 6x6 ones have the angular rows first.
//
// A failed call throws AmbientFluidException and changes nothing. Objects may be disposed in any order: each lives until
// all that use it are gone. A world holds its bodies, regions, couplings, thrusters and moorings: each stays until
// Dispose of it or of the world. A disposed object throws ObjectDisposedException. Media and models may be used by
// several threads at once, a body or a world with its parts by one at a time; Dispose of a part is a use of its world.
// The garbage collector ends a world together with all its parts, if the program can reach none of them any more: the
// collector's thread never runs while another thread uses that world. Steps and read-outs allocate no managed memory.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace AmbientFluid
{
    /// <summary>Why a call failed.</summary>
    public enum Status { Ok, InvalidArgument, InvalidMesh, OutOfMemory, InternalError }

    /// <summary>A failed call, with the message of the library: it has the name and the value of a wrong argument.
    /// </summary>
    public sealed class AmbientFluidException : Exception
    {
        public AmbientFluidException(Status status, string message) : base(message) { Status = status; }
        public Status Status { get; }
    }

    /// <summary>Three coordinates.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector3d
    {
        public double X, Y, Z;
        public Vector3d(double x, double y, double z) { X = x; Y = y; Z = z; }
        public static Vector3d operator +(Vector3d a, Vector3d b) => new Vector3d(a.X + b.X, a.Y + b.Y, a.Z + b.Z);
        public static Vector3d operator -(Vector3d a, Vector3d b) => new Vector3d(a.X - b.X, a.Y - b.Y, a.Z - b.Z);
        public static Vector3d operator *(double s, Vector3d a) => new Vector3d(s * a.X, s * a.Y, s * a.Z);
        public double Length => Math.Sqrt(X * X + Y * Y + Z * Z);
        public override string ToString() => $"({X}, {Y}, {Z})";
    }

    /// <summary>A rotation from body axes to world axes, as a quaternion.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Quaterniond
    {
        public double X, Y, Z, W;
        public Quaterniond(double x, double y, double z, double w) { X = x; Y = y; Z = z; W = w; }
        public static Quaterniond Identity => new Quaterniond(0, 0, 0, 1);
        public override string ToString() => $"({X}, {Y}, {Z}, {W})";
    }

    /// <summary>A symmetric 3x3 matrix, row by row.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Matrix3d
    {
        public double XX, XY, XZ, YX, YY, YZ, ZX, ZY, ZZ;

        /// <summary>Principal values and axes, for engines whose inertia is diagonal in a turned frame.</summary>
        /// <param name="axes">rotates the principal axes to those of the matrix</param>
        public Vector3d Principal(out Quaterniond axes)
        {
            Matrix3d m = this;
            axes = Quaterniond.Identity;
            for (int sweep = 0; sweep < 12 && Math.Abs(m.XY) + Math.Abs(m.XZ) + Math.Abs(m.YZ) > 0; ++sweep)
                for (int axis = 0; axis < 3; ++axis) m.TurnAbout(axis, ref axes);
            return new Vector3d(m.XX, m.YY, m.ZZ);
        }

        // Jacobi's rotation about one axis, which makes the element of the other two zero.
        private void TurnAbout(int axis, ref Quaterniond q)
        {
            double p = axis == 0 ? YY : axis == 1 ? ZZ : XX, r = axis == 0 ? ZZ : axis == 1 ? XX : YY;
            double off = axis == 0 ? YZ : axis == 1 ? XZ : XY;
            double up = axis == 0 ? XY : axis == 1 ? YZ : XZ, down = axis == 0 ? XZ : axis == 1 ? XY : YZ;
            if (Math.Abs(off) <= 1e-17 * (Math.Abs(p) + Math.Abs(r))) off = 0;
            double angle = off == 0 ? 0 : 0.5 * Math.Atan(2 * off / (p - r));
            if (off != 0 && p == r) angle = Math.PI / 4;
            double c = Math.Cos(angle), s = Math.Sin(angle), h = Math.Sin(0.5 * angle), w = Math.Cos(0.5 * angle);
            double first = c * c * p + 2 * c * s * off + s * s * r, second = s * s * p - 2 * c * s * off + c * c * r;
            double above = c * up + s * down, below = c * down - s * up;
            if (axis == 0) { YY = first; ZZ = second; YZ = ZY = 0; XY = YX = above; XZ = ZX = below; }
            if (axis == 1) { ZZ = first; XX = second; XZ = ZX = 0; YZ = ZY = above; XY = YX = below; }
            if (axis == 2) { XX = first; YY = second; XY = YX = 0; XZ = ZX = above; YZ = ZY = below; }
            var v = new Vector3d(axis == 0 ? h : 0, axis == 1 ? h : 0, axis == 2 ? h : 0);
            q = new Quaterniond(q.X * w + q.W * v.X + q.Y * v.Z - q.Z * v.Y, q.Y * w + q.W * v.Y + q.Z * v.X - q.X * v.Z,
                                q.Z * w + q.W * v.Z + q.X * v.Y - q.Y * v.X, q.W * w - q.X * v.X - q.Y * v.Y - q.Z * v.Z);
        }
    }

    /// <summary>A load [N m, N], an impulse [N m s, N s] or a momentum, about the centre of mass, world axes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Wrench
    {
        public Vector3d Angular, Linear;
        public Wrench(Vector3d angular, Vector3d linear) { Angular = angular; Linear = linear; }
    }

    /// <summary>A velocity [rad/s, m/s], about the centre of mass, world axes.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Twist
    {
        public Vector3d Angular, Linear;
        public Twist(Vector3d angular, Vector3d linear) { Angular = angular; Linear = linear; }
    }

    /// <summary>Pose and velocity of a body, world axes, of the centre of mass, absolute.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BodyState
    {
        public Vector3d Position;          // [m]
        public Quaterniond Orientation;    // made unit by the library
        public Vector3d AngularVelocity;   // [rad/s]
        public Vector3d LinearVelocity;    // [m/s]
        public double Time;                // [s]
    }

    /// <summary>A body as an engine's solver of contacts sees it during one step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SolverBody
    {
        internal uint structSize, reserved;
        public double Mass;                // [kg]
        public Matrix3d Inertia;           // about the centre of mass, body axes [kg m^2]
        public Vector3d AngularVelocity;   // before contacts, at the end of the step, world axes [rad/s]
        public Vector3d LinearVelocity;    // of the centre of mass [m/s]
    }

    /// <summary>Loads on a body, world axes, about the centre of mass.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Readout
    {
        internal uint structSize, reserved;
        public Wrench Surface;             // pressure and friction [N m, N]
        public Wrench Buoyancy;            // all other loads of the fluid except its inertia
        public Wrench Weight, Total;
        public Wrench Momentum;            // of body and added fluid, relative to the medium
        public double KineticEnergy;       // of body and added fluid, relative to the medium [J]
        public double SubmergedVolume;     // [m^3]
        public double WettedArea;          // [m^2]
        public Vector3d CenterOfBuoyancy;  // world frame [m]
    }

    /// <summary>Properties of a model.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ModelInfo
    {
        internal uint structSize;
        public int FaceCount, VertexCount, Unknowns;
        public double Volume;              // [m^3]
        public double Area;                // [m^2]
        public Vector3d Centroid;          // of the volume, mesh frame [m]
        public double Residual, SymmetryDefect;
    }

    /// <summary>Repair of a mesh before use.</summary>
    public enum Repair { None, Safe, FlipInverted }

    /// <summary>Options of a model, filled with the library's defaults.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ModelOptions
    {
        internal uint structSize;
        public Repair Repair;
        public double SeparationAngle;     // [rad], 0 to pi
        public double WakeFactor;          // 0.2 to 1: smooth
        public double PressureScale, FrictionScale, BuoyancyScale;
        public double SheetThickness;      // thickness of open meshes [m]; 0: they are refused
        internal IntPtr addedMass;
        public double AddedMassDensity;    // fluid density of a given added mass [kg/m^3]
        public Vector3d AddedMassPoint;    // its reference point, mesh frame [m]
        public double Roughness;           // height of the grains of the surface [m]; 0: no drag crisis
        public double Porosity;            // open share of the outlines, 0 to 0.5

        public static ModelOptions Default
        {
            get
            {
                Native.Check(Native.ambient_model_options_init(out var options, Native.SizeOf<ModelOptions>()));
                return options;
            }
        }
    }

    /// <summary>Base of all objects of the library. Dispose ends it; the garbage collector does so too, later.</summary>
    public abstract class NativeObject : SafeHandleZeroOrMinusOneIsInvalid
    {
        protected NativeObject() : base(true) { Native.RequireVersion(); }
    }

    /// <summary>Height of a water surface [m] at a point of the world [m] and a time [s], along `up` from the origin. A
    /// pure function, called from several threads at once.</summary>
    public delegate double SurfaceHeight(Vector3d point, double time);

    /// <summary>An undisturbed fluid. Immutable. Null in place of a medium is vacuum.</summary>
    public sealed class Medium : NativeObject
    {
        internal static readonly Medium Vacuum = new Medium();
        internal readonly Surface[] Kept; // functions that the library calls

        private Medium() { Kept = new Surface[0]; }

        private Medium(Medium below, Medium above, params Surface[] own)
        {
            var kept = new List<Surface>(below.Kept);
            kept.AddRange(above.Kept);
            kept.AddRange(own);
            Kept = kept.ToArray();
        }

        /// <param name="density">[kg/m^3] > 0</param>
        /// <param name="dynamicViscosity">[Pa s] >= 0; 0: no skin friction</param>
        /// <param name="velocity">[m/s], world axes</param>
        public static Medium Uniform(double density, double dynamicViscosity, Vector3d velocity = default(Vector3d)) =>
            new Medium().With(Native.ambient_medium_create_uniform(density, dynamicViscosity, ref velocity, out var made), made);

        public static Medium Water() => Uniform(998.2, 1.002e-3);
        public static Medium Air() => Uniform(1.204, 1.825e-5);

        /// <summary>Two media with a flat surface, the plane up . x = height [m].</summary>
        /// <param name="above">null: vacuum; not denser than `below`</param>
        /// <param name="up">against gravity, of any length but zero, world axes</param>
        public static Medium Divided(Medium below, Medium above, double height, Vector3d up)
        {
            above = above ?? Vacuum;
            return new Medium(Need(below), above)
                .With(Native.ambient_medium_create_divided(below, above, height, ref up, out var made), made);
        }

        /// <summary>Two media with the surface of an engine's own waves. A function that throws gives a height that is
        /// not a number, and the step is refused.</summary>
        public static Medium Waves(Medium below, Medium above, SurfaceHeight height, Vector3d up)
        {
            above = above ?? Vacuum;
            Need(below);
            var surface = new Surface(height ?? throw new ArgumentNullException(nameof(height)));
            try
            {
                return new Medium(below, above, surface).With(
                    Native.ambient_medium_create_kept_waves(below, above, Surface.Call, surface.Key, Surface.End, ref up, out var made), made);
            }
            catch
            {
                Surface.End(surface.Key);
                throw;
            }
        }

        /// <summary>Two media with a random sea as surface; the lower one moves with the waves.</summary>
        /// <param name="below">uniform and at rest</param>
        public static Medium Sea(Medium below, Medium above, SeaOptions sea)
        {
            above = above ?? Vacuum;
            return new Medium(Need(below), above)
                .With(Native.ambient_medium_create_sea(below, above, ref sea, out var made), made);
        }

        /// <summary>Samples the surface above or below points at one time [s], as bodies feel it: for drawing.</summary>
        /// <param name="points">3 world coordinates each [m]</param>
        /// <param name="heights">one a point, along `up` from the world's origin [m]; or null</param>
        /// <param name="normals">3 numbers a point, unit, out of the water; or null</param>
        public void SampleSurface(double[] points, double time, double[] heights, double[] normals = null)
        {
            Native.Multiple(points, 3, nameof(points));
            if (heights != null) Native.Length(heights, points.Length / 3, nameof(heights));
            if (normals != null) Native.Length(normals, points.Length, nameof(normals));
            Native.Check(Native.ambient_medium_sample_surface(this, points, (UIntPtr)(points.Length / 3), time, heights, normals));
        }

        private static Medium Need(Medium below) => below ?? throw new ArgumentNullException(nameof(below));
        private Medium With(Status status, IntPtr made) { Native.Check(status); SetHandle(made); return this; }
        protected override bool ReleaseHandle() { Native.ambient_medium_destroy(handle); return true; }
    }

    /// <summary>A random sea on still water, filled with the library's defaults; those of AmbientEngineC.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SeaOptions
    {
        internal uint structSize;
        private int sine;
        public int WaveCount;              // 1 to 10000
        internal uint reserved;
        public double Height, Period;      // significant height [m], period of the peak [s]
        public double Peakedness;          // of the JONSWAP spectrum, 1 to 7
        public Vector3d Direction;         // mean heading, world axes, of any length
        public double Spread;              // n of the spread cos^n; infinite: one heading
        public ulong Seed;                 // equal seeds give equal seas
        public double Level, Depth;        // of the still surface along Up, of the water [m]
        public double Gravity;             // [m/s^2]
        public Vector3d Up;

        public bool IsSine { get => sine != 0; set => sine = value ? 1 : 0; } // else Gerstner waves, with sharp crests

        public static SeaOptions Default
        {
            get
            {
                Native.Check(Native.ambient_sea_init(out var options, Native.SizeOf<SeaOptions>()));
                return options;
            }
        }
    }

    // A function of the user. A static call finds it by its key, as ahead-of-time compilers need, until the library says
    // that nothing calls it any more. All managed objects that may call it hold it. The key itself holds nothing, or a
    // function that refers to its own world would never be collected; it tracks resurrection, so that objects find the
    // function while the collector ends them.
    internal sealed class Surface
    {
        internal static readonly Native.HeightFunction Call = Heights;
        internal static readonly Native.EndFunction End = Ended;
        private readonly SurfaceHeight height;

        internal Surface(SurfaceHeight height)
        {
            this.height = height;
            Key = GCHandle.ToIntPtr(GCHandle.Alloc(this, GCHandleType.WeakTrackResurrection));
        }

        internal IntPtr Key { get; }
        internal bool HasEnded { get; private set; }

        [MonoPInvokeCallback]
        private static void Ended(IntPtr key)
        {
            GCHandle found = GCHandle.FromIntPtr(key);
            if (found.Target is Surface surface) surface.HasEnded = true;
            found.Free();
        }

        [MonoPInvokeCallback]
        private static void Heights(IntPtr points, UIntPtr count, double time, IntPtr heights, IntPtr key)
        {
            var surface = GCHandle.FromIntPtr(key).Target as Surface;
            for (int i = 0; i < (int)count; ++i)
            {
                double found = double.NaN;
                try { found = surface.height(new Vector3d(Read(points, i, 0), Read(points, i, 1), Read(points, i, 2)), time); }
                catch (Exception) { } // none may cross native code
                Marshal.WriteInt64(heights, 8 * i, BitConverter.DoubleToInt64Bits(found));
            }
        }

        private static double Read(IntPtr points, int i, int axis) =>
            BitConverter.Int64BitsToDouble(Marshal.ReadInt64(points, 24 * i + 8 * axis));
    }

    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute { }

    /// <summary>A checked mesh with its added mass. Slow to make: create one per mesh. Immutable.</summary>
    public sealed class Model : NativeObject
    {
        /// <param name="vertices">3 numbers each [m], mesh frame</param>
        /// <param name="triangles">3 vertex numbers each, counter-clockwise seen from the fluid; closed</param>
        /// <param name="options">null: ModelOptions.Default</param>
        /// <param name="addedMass">36 numbers in place of the computed ones; null: computed</param>
        public Model(double[] vertices, int[] triangles, ModelOptions? options = null, double[] addedMass = null)
        {
            Native.Multiple(vertices, 3, nameof(vertices));
            Native.Multiple(triangles, 3, nameof(triangles));
            if (addedMass != null) Native.Length(addedMass, 36, nameof(addedMass));
            ModelOptions given = options ?? ModelOptions.Default;
            var pinned = GCHandle.Alloc(addedMass, GCHandleType.Pinned);
            given.addedMass = addedMass == null ? IntPtr.Zero : pinned.AddrOfPinnedObject();
            try
            {
                Native.Check(Native.ambient_model_create(vertices, (UIntPtr)(vertices.Length / 3), triangles,
                                                         (UIntPtr)(triangles.Length / 3), ref given, out handle));
            }
            finally { pinned.Free(); }
        }

        private Model(Model full, bool isForCrowds, out double misfit)
        {
            Native.Check(isForCrowds ? Native.ambient_model_create_crowd(full, out handle, out misfit)
                                     : Native.ambient_model_create_game(full, out handle, out misfit));
        }

        /// <summary>The model for worlds of many bodies: some 144 faces fitted to the forces of all.</summary>
        /// <param name="misfit">root mean square of the relative error of the forces</param>
        public Model ForGames(out double misfit) => new Model(this, false, out misfit);

        /// <summary>The model for crowds: that for games, whose bodies step sixteen at a time if nothing touches
        /// them.</summary>
        /// <param name="misfit">root mean square of the relative error of the forces of free bodies</param>
        public Model ForCrowds(out double misfit) => new Model(this, true, out misfit);

        public ModelInfo Info
        {
            get
            {
                var info = new ModelInfo { structSize = (uint)Native.SizeOf<ModelInfo>() };
                Native.Check(Native.ambient_model_get_info(this, ref info));
                return info;
            }
        }

        /// <summary>The 6x6 added mass [kg m^2, kg m, kg], mesh axes.</summary>
        /// <param name="density">of the fluid [kg/m^3] >= 0</param>
        /// <param name="point">reference point, mesh frame [m]</param>
        /// <param name="matrix">out, 36 numbers</param>
        public void GetAddedMass(double density, Vector3d point, double[] matrix)
        {
            Native.Length(matrix, 36, nameof(matrix));
            Native.Check(Native.ambient_model_get_added_mass(this, density, ref point, matrix));
        }

        protected override bool ReleaseHandle() { Native.ambient_model_destroy(handle); return true; }
    }

    /// <summary>A free body: mass, gravity and forces. The properties of a uniform solid come from SolidOf.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct BodyOptions
    {
        internal uint structSize, reserved;
        public double Mass;                // [kg]
        public Vector3d CenterOfMass;      // mesh frame [m]
        public Matrix3d Inertia;           // about the centre of mass, mesh axes [kg m^2]
        public Vector3d Gravity;           // world axes [m/s^2]; default (0, 0, -9.81)
        public double Tolerance;           // largest error per substep, default 1e-5
        internal IntPtr forces;

        /// <param name="mass">[kg] > 0</param>
        public static BodyOptions SolidOf(Model model, double mass)
        {
            Native.Check(Native.ambient_body_options_init(out var options, Native.SizeOf<BodyOptions>(), model, mass));
            return options;
        }
    }

    /// <summary>One free body, at rest at the origin at time 0. Step moves it alone. A physics engine that has contacts
    /// shares the step instead: BeginStep, the engine's step, EndStep (docs/other-engines.md).</summary>
    public sealed class Body : NativeObject
    {
        internal readonly Surface[] Kept; // what the medium calls

        /// <param name="medium">null: vacuum</param>
        public Body(Model model, BodyOptions options, Medium medium)
        {
            medium = medium ?? Medium.Vacuum;
            Kept = medium.Kept;
            Native.Check(Native.ambient_body_create(model, ref options, medium, out handle));
        }

        /// <param name="mass">of a uniform solid [kg] > 0</param>
        public Body(Model model, double mass, Medium medium) : this(model, BodyOptions.SolidOf(model, mass), medium) { }

        public BodyState State
        {
            get { Native.Check(Native.ambient_body_get_state(this, out var state)); return state; }
            set { Native.Check(Native.ambient_body_set_state(this, ref value)); }
        }

        public Readout Readout
        {
            get
            {
                var readout = new Readout { structSize = (uint)Native.SizeOf<Readout>() };
                Native.Check(Native.ambient_body_get_readout(this, ref readout));
                return readout;
            }
        }

        /// <param name="duration">[s] > 0</param>
        /// <param name="load">about the centre of mass, constant during the step</param>
        public void Step(double duration, Wrench load = default(Wrench)) =>
            Native.Check(Native.ambient_body_step(this, duration, ref load));

        /// <summary>Begins a step that is shared with an engine: free motion under gravity, load and fluid. Give the
        /// engine's body the result; its own gravity and gyroscopic loads are off.</summary>
        public SolverBody BeginStep(double duration, Wrench load = default(Wrench))
        {
            var solver = new SolverBody { structSize = (uint)Native.SizeOf<SolverBody>() };
            Native.Check(Native.ambient_body_begin_step(this, duration, ref load, ref solver));
            return solver;
        }

        /// <summary>Impulse of the engine that changed the begun velocity to this one: for bodies that touch fixed ones.
        /// </summary>
        public Wrench ImpulseTo(Vector3d angularVelocity, Vector3d linearVelocity)
        {
            Native.Check(Native.ambient_body_get_impulse(this, ref angularVelocity, ref linearVelocity, out var impulse));
            return impulse;
        }

        /// <summary>Products of an impulse and its velocity change [J], in the engine's solver and with the added mass.
        /// Scale the impulse of a contact of two bodies by the sum of `effective` over that of `actual`.</summary>
        public void GetResponses(Wrench impulse, out double effective, out double actual) =>
            Native.Check(Native.ambient_body_get_responses(this, ref impulse, out effective, out actual));

        /// <summary>Ends a begun step of a body that nothing touched.</summary>
        public BodyState EndStep()
        {
            Native.Check(Native.ambient_body_end_step(this, IntPtr.Zero, IntPtr.Zero, IntPtr.Zero, out var state));
            return state;
        }

        /// <summary>Ends a begun step.</summary>
        /// <param name="impulse">of all contacts and joints, scaled</param>
        /// <param name="position">of the centre of mass after the engine's step [m]</param>
        public BodyState EndStep(Wrench impulse, Vector3d position, Quaterniond orientation)
        {
            Native.Check(Native.ambient_body_end_step(this, ref impulse, ref position, ref orientation, out var state));
            return state;
        }

        protected override bool ReleaseHandle() { Native.ambient_body_destroy(handle); return true; }
    }

    // All objects of one world. They hold each other, so that the collector finds all of them or none, and no call into
    // the world is under way when it ends them.
    internal sealed class WorldParts
    {
        internal readonly List<WorldPart> Tools = new List<WorldPart>(); // thrusters, moorings, couplings: they use bodies
        internal readonly List<WorldBody> Bodies = new List<WorldBody>();
        internal readonly List<WorldPart> Regions = new List<WorldPart>();
        internal readonly List<WorldPart> Roots = new List<WorldPart>(); // the world, its fluid
        internal FluidHandle Fluid;
        private readonly List<Surface> surfaces = new List<Surface>();

        // Bodies use a medium for longer than it is set: its functions stay until the library says that they have ended.
        internal void Keep(Medium medium)
        {
            surfaces.RemoveAll(surface => surface.HasEnded);
            if (medium == null) return;
            foreach (Surface surface in medium.Kept)
                if (!surfaces.Contains(surface)) surfaces.Add(surface);
        }

        // Regions after bodies, which would look for another medium and call its functions.
        internal void End()
        {
            foreach (IList kind in new IList[] { Tools, Bodies, Regions, Roots })
                while (kind.Count > 0) ((WorldPart)kind[kind.Count - 1]).Dispose();
            Keep(null);
        }
    }

    /// <summary>A part of a World, which holds it until Dispose of it or of the world.</summary>
    public abstract class WorldPart : NativeObject
    {
        internal WorldParts Home { get; private set; } // null: not made, or ended
        internal abstract IList Kin(WorldParts parts);

        internal void Enter(WorldParts parts)
        {
            Kin(parts).Add(this);
            Home = parts;
        }

        protected override void Dispose(bool disposing)
        {
            WorldParts home = Home;
            if (home != null && !disposing) home.End(); // the collector has found the whole world
            if (home != null && disposing)
            {
                IList kin = Kin(home);
                for (int i = kin.Count - 1; i >= 0; --i)
                    if (ReferenceEquals(kin[i], this)) { kin.RemoveAt(i); break; }
            }
            base.Dispose(disposing);
            Home = null;
            GC.KeepAlive(home); // until here: else the collector might end the others now
        }
    }

    /// <summary>A Bullet world of the library's own, with fixed planes and wet bodies that collide by the convex hulls of
    /// their meshes. Contacts feel the added mass. Messages go to standard error.</summary>
    public sealed class World : IDisposable
    {
        internal readonly WorldParts parts = new WorldParts();
        internal readonly WorldHandle world;
        internal readonly FluidHandle fluid;
        private readonly List<WorldBody> bodies;
        private Medium medium;
        private IntPtr[] handles = new IntPtr[0]; // of GetTransforms()

        /// <param name="gravity">world axes [m/s^2]; null: (0, 0, -9.81)</param>
        public World(Vector3d? gravity = null)
        {
            Vector3d given = gravity ?? new Vector3d(0, 0, -9.81);
            bodies = parts.Bodies;
            world = new WorldHandle(parts, ref given);
            try { fluid = new FluidHandle(parts, world); }
            catch
            {
                parts.End();
                throw;
            }
        }

        /// <summary>The medium of all bodies outside the regions; null: vacuum, the default.</summary>
        public Medium Medium
        {
            get => medium;
            set
            {
                Native.Check(Native.ambient_fluid_set_medium(fluid, value ?? Medium.Vacuum));
                parts.Keep(value);
                medium = value;
            }
        }

        public IReadOnlyList<WorldBody> Bodies => bodies;

        /// <summary>Adds the fixed plane normal . x = offset [m], touched from above.</summary>
        /// <param name="friction">coefficient >= 0; those of both bodies are multiplied</param>
        public void AddPlane(Vector3d normal, double offset, double friction = 0.5) =>
            Native.Check(Native.ambient_world_add_plane(world, ref normal, offset, friction));

        /// <summary>Adds a uniform solid.</summary>
        /// <param name="mass">[kg]; 0: a dry body that does not move</param>
        /// <param name="position">of the mesh's origin [m]</param>
        /// <param name="velocity">about the centre of mass, world axes; default at rest</param>
        public WorldBody Add(Model model, double mass, Vector3d position, Quaterniond? orientation = null,
                             Twist velocity = default(Twist), double friction = 0.5, double restitution = 0)
        {
            Native.Check(Native.ambient_rigid_body_options_init(out var options, Native.SizeOf<Native.RigidBodyOptions>(), model, mass));
            options.position = position;
            options.orientation = orientation ?? Quaterniond.Identity;
            options.twist = velocity;
            options.friction = friction;
            options.restitution = restitution;
            return new WorldBody(this, model, ref options);
        }

        /// <summary>Adds a box along the world's axes with a medium of its own. Dispose takes it out.</summary>
        /// <param name="low">corner [m], like `high`; numbers may be infinite</param>
        /// <param name="priority">of overlapping regions the highest counts, of equal ones the last</param>
        public Region AddRegion(Vector3d low, Vector3d high, Medium medium, int priority = 0) =>
            new Region(this, ref low, ref high, medium, priority);

        /// <summary>Lets the wet bodies feel each other's flow from now on. Dispose ends it.</summary>
        public Coupling Couple(CouplingOptions? options = null) => new Coupling(this, options ?? CouplingOptions.Default);

        /// <summary>Adds a thruster to a body of this world with a mass. Call its Apply before each step.</summary>
        /// <param name="options">null: the defaults</param>
        /// <param name="table">rows of command and thrust at rest [N]; null: commands are speeds</param>
        /// <param name="openWater">rows of advance ratio, K_T and K_Q; null: the options' coefficients</param>
        public Thruster AddThruster(WorldBody body, ThrusterOptions? options = null, double[] table = null,
                                    double[] openWater = null)
        {
            if (body == null) throw new ArgumentNullException(nameof(body));
            return new Thruster(this, body, options ?? ThrusterOptions.Default, table, openWater);
        }

        /// <summary>Ties two bodies of this world, or a body and a place, by a line or cable. A body of mass 0 is an
        /// anchor. Call Mooring.Apply before each step.</summary>
        /// <param name="first">null: `firstPoint` is a place of the world</param>
        /// <param name="firstPoint">frame of Bullet's body: centre of mass, principal axes [m]</param>
        /// <param name="options">null: MooringOptions.Line</param>
        public Mooring AddMooring(WorldBody first, Vector3d firstPoint, WorldBody second, Vector3d secondPoint,
                                  MooringOptions? options = null) =>
            new Mooring(this, first, firstPoint, second, secondPoint, options ?? MooringOptions.Line);

        /// <param name="duration">[s] > 0</param>
        public void Step(double duration) => Native.Check(Native.ambient_world_step(world, duration));

        /// <summary>Reads all bodies, in the order of Bodies.</summary>
        /// <param name="states">at least as many as there are bodies</param>
        public void GetStates(BodyState[] states)
        {
            if (states == null || states.Length < bodies.Count)
                throw new ArgumentException($"states has {states?.Length ?? 0} elements for {bodies.Count} bodies", nameof(states));
            for (int i = 0; i < bodies.Count; ++i) states[i] = bodies[i].State;
        }

        /// <summary>Places of the meshes' frames, in the order of Bodies, for instanced drawing.</summary>
        /// <param name="transforms">receives 7 numbers a body: position [m], quaternion x, y, z, w</param>
        public void GetTransforms(float[] transforms)
        {
            if (transforms == null || transforms.Length < 7 * bodies.Count)
                throw new ArgumentException($"transforms has {transforms?.Length ?? 0} numbers for {bodies.Count} bodies",
                                            nameof(transforms));
            if (handles.Length != bodies.Count) handles = new IntPtr[bodies.Count];
            for (int i = 0; i < handles.Length; ++i) handles[i] = bodies[i].DangerousGetHandle(); // the list holds them
            Native.Check(Native.ambient_rigid_bodies_get_transforms(handles, (UIntPtr)handles.Length, transforms));
            GC.KeepAlive(this);
        }

        /// <summary>The state of all moving parts, for RestoreState on the same machine.</summary>
        public byte[] SaveState()
        {
            UIntPtr size = UIntPtr.Zero;
            Native.Check(Native.ambient_world_save_state(world, null, ref size));
            var state = new byte[(int)size];
            Native.Check(Native.ambient_world_save_state(world, state, ref size));
            return state;
        }

        /// <summary>Restores a state. The world has the same bodies, regions and couplings as then, made in the same order;
        /// equal steps then give equal numbers.</summary>
        public void RestoreState(byte[] state)
        {
            if (state == null) throw new ArgumentNullException(nameof(state));
            Native.Check(Native.ambient_world_restore_state(world, state, (UIntPtr)state.Length));
        }

        /// <summary>Ends the world and all its parts.</summary>
        public void Dispose() { parts.End(); }
    }

    /// <summary>A body of a World. Dispose takes it out.</summary>
    public sealed class WorldBody : WorldPart
    {
        internal WorldBody(World world, Model model, ref Native.RigidBodyOptions options)
        {
            bool held = false;
            try
            {
                model.DangerousAddRef(ref held);
                Native.Check(Native.ambient_rigid_body_create(world.world, ref options, out handle));
                if (options.mass > 0) Native.Check(Native.ambient_fluid_add_rigid_body(world.fluid, this));
                Enter(world.parts);
            }
            catch
            {
                Dispose(); // now: the collector would take it out late, during a call into the world
                throw;
            }
            finally { if (held) model.DangerousRelease(); }
        }

        internal override IList Kin(WorldParts parts) => parts.Bodies;

        /// <summary>Position and velocity of the centre of mass, orientation of the mesh, time of the world, which is not
        /// set.</summary>
        public BodyState State
        {
            get { Native.Check(Native.ambient_rigid_body_get_state(this, out var state)); return state; }
            set { Native.Check(Native.ambient_rigid_body_set_state(this, ref value)); }
        }

        /// <summary>Adds a load for the coming step, about the centre of mass, world axes [N m, N].</summary>
        public void ApplyLoad(Wrench load) => Native.Check(Native.ambient_rigid_body_apply_wrench(this, ref load));

        /// <summary>Chooses the waves that this body makes while it floats; they start anew. Those of all motions take
        /// seconds to prepare, and need a medium with a surface.</summary>
        /// <param name="depth">of the water over a level bed [m], for those of all motions; 0: deep</param>
        public void MakeWaves(WavesMade waves, double depth = 0)
        {
            if (waves != WavesMade.OfAllMotions) depth = 0;
            var water = new Native.WaveCoefficients { structSize = (uint)Native.SizeOf<Native.WaveCoefficients>(), depth = depth };
            IntPtr body = Address;
            Native.Check(depth == 0 ? Native.ambient_fluid_set_waves_made(Home.Fluid, body, (int)waves, IntPtr.Zero)
                                    : Native.ambient_fluid_set_waves_made(Home.Fluid, body, (int)waves, ref water));
            GC.KeepAlive(this);
        }

        internal IntPtr Address => Native.ambient_rigid_body_get_address(this);

        protected override bool ReleaseHandle() { Native.ambient_rigid_body_destroy(handle); return true; }
    }

    /// <summary>Waves that a floating body makes, which damp it.</summary>
    public enum WavesMade { None, OfHeave, OfAllMotions }

    /// <summary>A part of a World with a medium of its own. Bodies follow a change at the end of the next step.</summary>
    public sealed class Region : WorldPart
    {
        private Medium medium;

        internal Region(World world, ref Vector3d low, ref Vector3d high, Medium medium, int priority)
        {
            Native.Check(Native.ambient_region_create(world.fluid, ref low, ref high, medium, priority, out handle));
            Enter(world.parts);
            Home.Keep(medium);
            this.medium = medium;
        }

        internal override IList Kin(WorldParts parts) => parts.Regions;

        public Medium Medium
        {
            get => medium;
            set
            {
                Native.Check(Native.ambient_region_set_medium(this, value));
                Home.Keep(value);
                medium = value;
            }
        }

        public bool Enabled { set { Native.Check(Native.ambient_region_set_enabled(this, value ? 1 : 0)); } }

        public void SetBox(Vector3d low, Vector3d high) => Native.Check(Native.ambient_region_set_box(this, ref low, ref high));

        protected override bool ReleaseHandle() { Native.ambient_region_destroy(handle); return true; }
    }

    /// <summary>Whether drag sees the flow of other bodies: not, without a reaction on them, or with it.</summary>
    public enum DragInFlow { Alone, OneWay, Mutual }

    /// <summary>Options of a coupling, filled with the library's defaults.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct CouplingOptions
    {
        internal uint structSize;
        public DragInFlow Drag;
        public double Reach;               // distance of two centres, in sums of their radii, > 0
        public int Faces, Degree;          // of each body's flow

        public static CouplingOptions Default
        {
            get
            {
                Native.Check(Native.ambient_coupling_options_init(out var options, Native.SizeOf<CouplingOptions>()));
                return options;
            }
        }
    }

    /// <summary>The potential flow between the bodies of a World.</summary>
    public sealed class Coupling : WorldPart
    {
        internal Coupling(World world, CouplingOptions options)
        {
            Native.Check(Native.ambient_coupling_create(world.fluid, ref options, out handle));
            Enter(world.parts);
        }

        internal override IList Kin(WorldParts parts) => parts.Tools;

        /// <summary>Adds the plane wall normal . x = offset [m] of the flow, which bodies do not touch. Up to three.</summary>
        public void AddWall(Vector3d normal, double offset) =>
            Native.Check(Native.ambient_coupling_add_wall(this, ref normal, offset));

        /// <summary>Takes a wet body of this world out of the coupling or puts it back. All take part at first.</summary>
        public void SetCoupled(WorldBody body, bool coupled)
        {
            if (body == null) throw new ArgumentNullException(nameof(body));
            Native.Check(Native.ambient_coupling_set_coupled(this, body.Address, coupled ? 1 : 0));
            GC.KeepAlive(body);
        }

        /// <summary>Load on a wet body of this world in the last step, about its centre of mass, world axes [N m, N].</summary>
        public Wrench LoadOn(WorldBody body)
        {
            if (body == null) throw new ArgumentNullException(nameof(body));
            Native.Check(Native.ambient_coupling_get_wrench(this, body.Address, out var load));
            GC.KeepAlive(body);
            return load;
        }

        protected override bool ReleaseHandle() { Native.ambient_coupling_destroy(handle); return true; }
    }

    /// <summary>Properties of a thruster, filled with the library's defaults; those of AmbientMultiBodyC.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct ThrusterOptions
    {
        internal uint structSize;
        private int rightHanded;
        public Vector3d Position, Axis;    // of the propeller, frame of Bullet's body: centre of mass, principal axes
        public double Diameter;            // [m]
        public double ThrustCoefficient, TorqueCoefficient, FreeAdvanceRatio;
        public double Astern;              // thrust astern over that ahead
        public double TimeConstant;        // of the speed [s]
        public double FastestSpeed;        // [1/s]
        public double DeadBand;            // smaller commands mean 0 [1/s]
        internal IntPtr openWater;
        internal ulong openWaterCount;
        internal IntPtr table;
        internal ulong tableCount;
        public double TableDensity;        // of the fluid of a table [kg/m^3]

        public bool RightHanded { get => rightHanded != 0; set => rightHanded = value ? 1 : 0; }

        public static ThrusterOptions Default
        {
            get
            {
                Native.Check(Native.ambient_thruster_options_init(out var options, Native.SizeOf<ThrusterOptions>()));
                return options;
            }
        }

        /// <summary>Of the given thrusts at rest [N], astern at most that ahead, at the fastest speed [1/s].</summary>
        public static ThrusterOptions FromBollard(double ahead, double astern, double speed, double diameter, double density = 1000)
        {
            ThrusterOptions options = Default;
            Native.Check(Native.ambient_thruster_options_set_bollard(ref options, ahead, astern, speed, diameter, density));
            return options;
        }

        /// <summary>Of a maker's table; give the same table to World.AddThruster.</summary>
        /// <param name="table">rows of command and thrust at rest [N], one after the other; commands rise</param>
        /// <param name="speed">of the largest thrust ahead [1/s]</param>
        public static ThrusterOptions FromTable(double[] table, double speed, double diameter, double density = 1000)
        {
            ThrusterOptions options = Default;
            Native.Multiple(table, 2, nameof(table));
            using (var rows = new Pinned(table))
                Native.Check(Native.ambient_thruster_options_set_table(ref options, rows.Address, (UIntPtr)(table.Length / 2),
                                                                       speed, diameter, density));
            options.table = IntPtr.Zero;
            options.tableCount = 0;
            return options;
        }
    }

    /// <summary>Numbers that the garbage collector does not move.</summary>
    internal sealed class Pinned : IDisposable
    {
        private GCHandle pin;
        internal Pinned(double[] numbers) { if (numbers != null) pin = GCHandle.Alloc(numbers, GCHandleType.Pinned); }
        internal IntPtr Address => pin.IsAllocated ? pin.AddrOfPinnedObject() : IntPtr.Zero;
        public void Dispose() { if (pin.IsAllocated) pin.Free(); }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct ThrusterState
    {
        internal uint structSize, reserved;
        public double Speed;               // now [1/s]
        public double Thrust, Torque, Power; // means of the last Apply [N, N m, W]
    }

    /// <summary>A propeller with its motor on a body of a World. Dispose takes it out.</summary>
    public sealed class Thruster : WorldPart
    {
        internal Thruster(World world, WorldBody body, ThrusterOptions options, double[] table, double[] openWater)
        {
            if (table != null) Native.Multiple(table, 2, nameof(table));
            if (openWater != null) Native.Multiple(openWater, 3, nameof(openWater));
            using (var commands = new Pinned(table))
            using (var curves = new Pinned(openWater))
            {
                options.table = commands.Address;
                options.tableCount = (ulong)(table?.Length ?? 0) / 2;
                options.openWater = curves.Address;
                options.openWaterCount = (ulong)(openWater?.Length ?? 0) / 3;
                Native.Check(Native.ambient_thruster_create(world.fluid, body.Address, ref options, out handle));
            }
            GC.KeepAlive(body);
            Enter(world.parts);
        }

        internal override IList Kin(WorldParts parts) => parts.Tools;

        /// <summary>Commanded speed [1/s], or the command of the table.</summary>
        public void SetCommand(double command) => Native.Check(Native.ambient_thruster_set_command(this, command));

        /// <summary>Advances the motor and applies its force for the coming step of this duration [s].</summary>
        public void Apply(double duration) => Native.Check(Native.ambient_thruster_apply(this, duration));

        public ThrusterState State
        {
            get
            {
                var state = new ThrusterState { structSize = (uint)Native.SizeOf<ThrusterState>() };
                Native.Check(Native.ambient_thruster_get_state(this, ref state));
                return state;
            }
        }

        /// <summary>Command for a thrust at rest [N].</summary>
        public double CommandFor(double thrust, double density)
        {
            Native.Check(Native.ambient_thruster_get_command_for(this, thrust, density, out double command));
            return command;
        }

        protected override bool ReleaseHandle() { Native.ambient_thruster_destroy(handle); return true; }
    }

    /// <summary>Properties of a mooring, filled with the library's defaults; those of AmbientMultiBodyC.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MooringOptions
    {
        internal uint structSize;
        private int cable, seabed;
        public int Segments;               // of a cable, 1 to 1000
        public double Length;              // without tension [m]
        public double Weight;              // of a line in the medium [N/m]
        public double Mass, Diameter;      // of a cable, dry [kg/m, m]
        public double Stiffness;           // tension over strain [N]
        public double Seabed;              // height of the bed against gravity [m], if HasSeabed
        public double SeabedFriction;      // force over weight
        public double NormalDrag, TangentialDrag, AddedMass; // coefficients of a cable
        public double BreakingLoad;        // [N]; 0: it does not break

        public bool IsCable => cable != 0;
        public bool HasSeabed { get => seabed != 0; set => seabed = value ? 1 : 0; }

        /// <summary>Of a quasi-static line, without inertia and drag.</summary>
        public static MooringOptions Line => Of(0);
        /// <summary>Of a moving cable.</summary>
        public static MooringOptions Cable => Of(1);

        private static MooringOptions Of(int isCable)
        {
            Native.Check(Native.ambient_mooring_options_init(out var options, Native.SizeOf<MooringOptions>(), isCable));
            return options;
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct MooringState
    {
        internal uint structSize;
        private int broken;
        public int PointCount;             // of Mooring.GetPoints
        internal int reserved;
        public double Length;              // without tension [m]
        public double FirstTension, SecondTension, LargestTension; // means of the last Apply [N]

        public bool IsBroken => broken != 0;
    }

    /// <summary>A mooring line, tether or cable between two bodies or places of a World. Dispose takes it out.</summary>
    public sealed class Mooring : WorldPart
    {
        internal Mooring(World world, WorldBody first, Vector3d firstPoint, WorldBody second, Vector3d secondPoint, MooringOptions options)
        {
            var ends = new[] { EndOf(first, firstPoint), EndOf(second, secondPoint) };
            Native.Check(Native.ambient_mooring_create(world.fluid, ref ends[0], ref ends[1], ref options, out handle));
            GC.KeepAlive(first);
            GC.KeepAlive(second);
            Enter(world.parts);
        }

        internal override IList Kin(WorldParts parts) => parts.Tools;

        private static Native.MooringEnd EndOf(WorldBody body, Vector3d point) =>
            new Native.MooringEnd { body = body == null ? IntPtr.Zero : body.Address, point = point };

        /// <summary>Advances the line and pulls both bodies for the coming step of this duration [s].</summary>
        public void Apply(double duration) => Native.Check(Native.ambient_mooring_apply(this, duration));

        /// <summary>Pays out or reels in from now on, at a rate [m/s], until the line has a length [m].</summary>
        public void Reel(double length, double rate) => Native.Check(Native.ambient_mooring_reel(this, length, rate));

        public MooringState State
        {
            get
            {
                var state = new MooringState { structSize = (uint)Native.SizeOf<MooringState>() };
                Native.Check(Native.ambient_mooring_get_state(this, ref state));
                return state;
            }
        }

        /// <summary>Points along the line, first end first, world coordinates: for drawing. There are none before the first
        /// Apply.</summary>
        /// <param name="points">3 numbers for each of State.PointCount points</param>
        public void GetPoints(double[] points)
        {
            Native.Multiple(points, 3, nameof(points));
            Native.Check(Native.ambient_mooring_get_points(this, points, points.Length / 3));
        }

        protected override bool ReleaseHandle() { Native.ambient_mooring_destroy(handle); return true; }
    }

    internal sealed class WorldHandle : WorldPart
    {
        internal WorldHandle(WorldParts parts, ref Vector3d gravity)
        {
            Native.Check(Native.ambient_world_create(ref gravity, out handle));
            Enter(parts);
        }

        internal override IList Kin(WorldParts parts) => parts.Roots;
        protected override bool ReleaseHandle() { Native.ambient_world_destroy(handle); return true; }
    }

    internal sealed class FluidHandle : WorldPart
    {
        internal FluidHandle(WorldParts parts, WorldHandle world)
        {
            IntPtr address = Native.ambient_world_get_address(world);
            Native.Check(Native.ambient_fluid_create(address, IntPtr.Zero, IntPtr.Zero, out handle));
            Enter(parts);
            parts.Fluid = this;
            Native.Check(Native.ambient_fluid_set_exact_contacts(this, 1));
        }

        internal override IList Kin(WorldParts parts) => parts.Roots;
        protected override bool ReleaseHandle() { Native.ambient_fluid_destroy(handle); return true; }
    }

    // The functions of the C interface, and checks of arrays. Change Library to "__Internal" where plugins are linked in.
    internal static class Native
    {
        private const string Library = "AmbientFluidC";
        private const CallingConvention C = CallingConvention.Cdecl;
        private const int AbiVersion = 1;

        internal static void RequireVersion()
        {
            int version = ambient_abi_version();
            if (version != AbiVersion)
                throw new NotSupportedException($"AmbientFluidC has ABI version {version}; AmbientFluid.cs is for {AbiVersion}");
        }

        internal static void Check(Status status)
        {
            if (status != Status.Ok) throw new AmbientFluidException(status, Marshal.PtrToStringAnsi(ambient_last_error()));
        }

        internal static UIntPtr SizeOf<T>() => Size<T>.Bytes;
        private static class Size<T> { internal static readonly UIntPtr Bytes = (UIntPtr)Marshal.SizeOf(typeof(T)); }

        internal static void Length(Array numbers, int length, string name)
        {
            if (numbers == null) throw new ArgumentNullException(name);
            if (numbers.Length != length) throw new ArgumentException($"{name} has {numbers.Length} numbers, not {length}", name);
        }

        internal static void Multiple(Array numbers, int unit, string name)
        {
            if (numbers == null) throw new ArgumentNullException(name);
            if (numbers.Length % unit != 0)
                throw new ArgumentException($"{name} has {numbers.Length} numbers, not a multiple of {unit}", name);
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct RigidBodyOptions
        {
            internal uint structSize;
            internal int collision;
            internal IntPtr model;
            internal double mass;
            internal Vector3d centerOfMass;
            internal Matrix3d inertia;
            internal Vector3d position;
            internal Quaterniond orientation;
            internal Twist twist;
            internal double friction, restitution;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct MooringEnd
        {
            internal IntPtr body, multiBody;
            internal int link, reserved;
            internal Vector3d point;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct WaveCoefficients
        {
            internal uint structSize;
            internal int frequencyCount, headingCount, hasOrigin;
            internal IntPtr frequencies, addedMass, damping, addedMassAtInfinity, headings, forces;
            internal Vector3d origin;
            internal double depth;
        }

        [UnmanagedFunctionPointer(C)]
        internal delegate void HeightFunction(IntPtr points, UIntPtr count, double time, IntPtr heights, IntPtr data);
        [UnmanagedFunctionPointer(C)]
        internal delegate void EndFunction(IntPtr data);

        [DllImport(Library, CallingConvention = C)]
        internal static extern int ambient_abi_version();
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr ambient_last_error();
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_medium_create_uniform(double density, double viscosity, ref Vector3d
            velocity, out IntPtr medium);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_medium_create_divided(Medium below, Medium above, double height, ref
            Vector3d up, out IntPtr medium);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_medium_create_kept_waves(Medium below, Medium above, HeightFunction heights,
            IntPtr data, EndFunction ended, ref Vector3d up, out IntPtr medium);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_sea_init(out SeaOptions sea, UIntPtr size);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_medium_create_sea(Medium below, Medium above, ref SeaOptions sea, out IntPtr
            medium);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_medium_sample_surface(Medium medium, double[] points, UIntPtr count, double
            time, [In, Out] double[] heights, [In, Out] double[] normals);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_medium_destroy(IntPtr medium);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_model_options_init(out ModelOptions options, UIntPtr size);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_model_create(double[] vertices, UIntPtr vertexCount, int[] triangles,
            UIntPtr triangleCount, ref ModelOptions options, out IntPtr model);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_model_create_game(Model full, out IntPtr model, out double misfit);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_model_create_crowd(Model full, out IntPtr model, out double misfit);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_model_destroy(IntPtr model);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_model_get_info(Model model, ref ModelInfo info);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_model_get_added_mass(Model model, double density, ref Vector3d point, [In,
            Out] double[] matrix);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_options_init(out BodyOptions options, UIntPtr size, Model model,
            double mass);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_create(Model model, ref BodyOptions options, Medium medium, out
            IntPtr body);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_body_destroy(IntPtr body);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_get_state(Body body, out BodyState state);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_set_state(Body body, ref BodyState state);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_get_readout(Body body, ref Readout readout);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_step(Body body, double duration, ref Wrench load);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_begin_step(Body body, double duration, ref Wrench load, ref
            SolverBody solver);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_get_impulse(Body body, ref Vector3d angular, ref Vector3d linear, out
            Wrench impulse);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_get_responses(Body body, ref Wrench impulse, out double effective,
            out double actual);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_end_step(Body body, IntPtr impulse, IntPtr position, IntPtr
            orientation, out BodyState state);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_body_end_step(Body body, ref Wrench impulse, ref Vector3d position, ref
            Quaterniond orientation, out BodyState state);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_world_create(ref Vector3d gravity, out IntPtr world);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_world_destroy(IntPtr world);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr ambient_world_get_address(WorldHandle world);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_world_add_plane(WorldHandle world, ref Vector3d normal, double offset,
            double friction);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_world_step(WorldHandle world, double duration);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_fluid_create(IntPtr world, IntPtr log, IntPtr data, out IntPtr fluid);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_fluid_destroy(IntPtr fluid);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_fluid_set_medium(FluidHandle fluid, Medium medium);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_fluid_set_exact_contacts(FluidHandle fluid, int on);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_world_save_state(WorldHandle world, [In, Out] byte[] bytes, ref UIntPtr
            size);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_world_restore_state(WorldHandle world, byte[] bytes, UIntPtr size);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_rigid_body_options_init(out RigidBodyOptions options, UIntPtr size, Model
            model, double mass);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_rigid_body_create(WorldHandle world, ref RigidBodyOptions options, out
            IntPtr body);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_rigid_body_destroy(IntPtr body);
        [DllImport(Library, CallingConvention = C)]
        internal static extern IntPtr ambient_rigid_body_get_address(WorldBody body);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_fluid_add_rigid_body(FluidHandle fluid, WorldBody body);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_rigid_body_get_state(WorldBody body, out BodyState state);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_rigid_body_set_state(WorldBody body, ref BodyState state);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_rigid_body_apply_wrench(WorldBody body, ref Wrench load);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_rigid_bodies_get_transforms(IntPtr[] bodies, UIntPtr count, [In, Out]
            float[] transforms);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_region_create(FluidHandle fluid, ref Vector3d low, ref Vector3d high,
            Medium medium, int priority, out IntPtr region);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_region_destroy(IntPtr region);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_region_set_box(Region region, ref Vector3d low, ref Vector3d high);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_region_set_medium(Region region, Medium medium);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_region_set_enabled(Region region, int on);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_coupling_options_init(out CouplingOptions options, UIntPtr size);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_coupling_create(FluidHandle fluid, ref CouplingOptions options, out IntPtr
            coupling);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_coupling_destroy(IntPtr coupling);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_coupling_add_wall(Coupling coupling, ref Vector3d normal, double offset);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_coupling_set_coupled(Coupling coupling, IntPtr body, int coupled);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_coupling_get_wrench(Coupling coupling, IntPtr body, out Wrench load);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_fluid_set_waves_made(FluidHandle fluid, IntPtr body, int waves, IntPtr none);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_fluid_set_waves_made(FluidHandle fluid, IntPtr body, int waves, ref
            WaveCoefficients coefficients);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_mooring_options_init(out MooringOptions options, UIntPtr size, int isCable);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_mooring_create(FluidHandle fluid, ref MooringEnd first, ref MooringEnd second, ref
            MooringOptions options, out IntPtr mooring);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_mooring_destroy(IntPtr mooring);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_mooring_apply(Mooring mooring, double duration);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_mooring_reel(Mooring mooring, double length, double rate);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_mooring_get_state(Mooring mooring, ref MooringState state);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_mooring_get_points(Mooring mooring, [In, Out] double[] points, int count);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_thruster_options_init(out ThrusterOptions options, UIntPtr size);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_thruster_options_set_bollard(ref ThrusterOptions options, double ahead, double
            astern, double speed, double diameter, double density);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_thruster_options_set_table(ref ThrusterOptions options, IntPtr rows, UIntPtr
            count, double speed, double diameter, double density);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_thruster_create(FluidHandle fluid, IntPtr body, ref ThrusterOptions options, out
            IntPtr thruster);
        [DllImport(Library, CallingConvention = C)]
        internal static extern void ambient_thruster_destroy(IntPtr thruster);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_thruster_set_command(Thruster thruster, double command);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_thruster_apply(Thruster thruster, double duration);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_thruster_get_state(Thruster thruster, ref ThrusterState state);
        [DllImport(Library, CallingConvention = C)]
        internal static extern Status ambient_thruster_get_command_for(Thruster thruster, double thrust, double density, out
            double command);
    }
}
