// SPDX-License-Identifier: Zlib
// Lives of a world and of its parts, with and without the garbage collector.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using AmbientFluid;

internal static class LifeTests
{
#if !UNITY_6000_0_OR_NEWER // once is enough
    private static readonly Vector3d Up = new Vector3d(0, 0, 1), Low = new Vector3d(-5, -5, -50), High = new Vector3d(5, 5, 50);

    private static Model ball;

    private static Model Ball() => ball ?? (ball = Tests.Ball()); // one for all

    // Deep in the stack: mono takes old numbers of the stack for references.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Deep(Action action, int depth = 30)
    {
        if (depth > 0) Deep(action, depth - 1);
        else action();
    }

    private static void Collect()
    {
        Deep(() =>
        {
            for (int i = 0; i < 2; ++i)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
        });
    }

    private static void Run(World world, int steps)
    {
        for (int i = 0; i < steps; ++i) world.Step(1.0 / 60);
    }

    private static Medium Waves(SurfaceHeight height) => Medium.Waves(Medium.Water(), Medium.Air(), height, Up);

    // A region and a coupling that the program does not hold act as those that it holds.
    public static void PartsStayInTheirWorldThoughNothingElseHoldsThem()
    {
        var ends = new BodyState[2, 2];
        for (int run = 0; run < 2; ++run)
            using (var world = new World { Medium = Medium.Air() })
            {
                var held = new List<object>();
                WorldBody first = world.Add(Ball(), 5, default(Vector3d)), second = world.Add(Ball(), 5, new Vector3d(0, 0, 0.25));
                Deep(() =>
                {
                    held.Add(world.AddRegion(Low, High, Medium.Water()));
                    held.Add(world.Couple());
                });
                first.State = new BodyState { Orientation = Quaterniond.Identity, LinearVelocity = new Vector3d(1, 0, 0) };
                if (run == 1) held.Clear();
                for (int i = 0; i < 3; ++i)
                {
                    if (run == 1) Collect();
                    Run(world, 5);
                }
                ends[run, 0] = first.State;
                ends[run, 1] = second.State;
                GC.KeepAlive(held);
            }
        for (int i = 0; i < 2; ++i) Tests.Same(ends[0, i], ends[1, i], $"body {i}");
    }

    // Bodies use the old medium until the end of the next step.
    public static void AMediumIsCalledUntilItsLastBodyHasLeftIt()
    {
        foreach (bool isRegion in new[] { false, true })
        {
            var calls = new int[3];
            using (var world = new World { Medium = Medium.Air() })
            {
                WorldBody body = world.Add(Ball(), 2, default(Vector3d));
                Region region = null;
                Action<int> set = number =>
                {
                    Medium waves = Waves((p, t) => { ++calls[number]; return 0; });
                    if (!isRegion) world.Medium = waves;
                    else if (region == null) region = world.AddRegion(Low, High, waves);
                    else region.Medium = waves;
                };
                for (int number = 0; number < 3; ++number)
                {
                    Deep(() => set(number));
                    Collect();
                    Run(world, 3);
                    True(calls[number] > 0, $"function {number} of a {(isRegion ? "region" : "world")} is called");
                }
                region?.Dispose();
                region = null;
                Collect();
                Run(world, 3);
                True(!double.IsNaN(body.State.Position.Z), "the body moves on");
            }
        }
    }

    // Its thread would end parts during steps.
    public static void TheCollectorMeetsNoStep()
    {
        using (Medium water = Medium.Water())
        using (var world = new World { Medium = water })
        {
            var made = new List<WeakReference>();
            bool stop = false;
            var collector = new Thread(() => { while (!Volatile.Read(ref stop)) { GC.Collect(0); Thread.Sleep(1); } });
            collector.IsBackground = true; // a failed test must not keep the process
            collector.Start();
            WorldBody body = world.Add(Ball(), 6, default(Vector3d));
            for (int i = 0; i < 150; ++i)
            {
                Deep(() =>
                {
                    made.Add(new WeakReference(world.AddRegion(Low, new Vector3d(5, 5, 40 + i), water)));
                    made.Add(new WeakReference(world.AddThruster(body)));
                    made.Add(new WeakReference(world.AddMooring(body, default(Vector3d), null, Up)));
                });
                world.Step(1.0 / 240);
            }
            Volatile.Write(ref stop, true);
            collector.Join();
            True(made.TrueForAll(part => part.IsAlive), "no part of a world in use is collected");
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Abandon(List<WeakReference> worlds, int[] calls)
    {
        var world = new World();
        world.Medium = Waves((p, t) => { ++calls[0]; return world.Bodies.Count > 5 ? 1 : 0; }); // refers to its own world
        WorldBody body = world.Add(Ball(), 2, default(Vector3d));
        world.AddRegion(Low, new Vector3d(0.01, 5, 5), Waves((p, t) => { ++calls[0]; return 0; }));
        world.AddRegion(Low, High, Medium.Water(), -1).Enabled = false;
        world.AddThruster(body);
        world.AddMooring(body, default(Vector3d), null, Up);
        world.Couple();
        Run(world, 1);
        worlds.Add(new WeakReference(world));
    }

    // All of it, and the thread of the collector calls no function of the program.
    public static void AWorldLeftToTheCollectorIsFreed()
    {
        var worlds = new List<WeakReference>();
        var calls = new int[1];
        for (int i = 0; i < 10; ++i) Deep(() => Abandon(worlds, calls));
        int before = calls[0];
        Collect();
        Collect();
        int left = worlds.FindAll(world => world.IsAlive).Count;
        True(left <= 1, $"{left} of 10 worlds are not collected"); // mono may see one on the stack
        True(before > 0 && calls[0] == before, $"{calls[0] - before} calls while worlds end");
    }

    public static void ARefusedBodyIsNotInTheWorld()
    {
        using (var world = new World())
        {
            int size = world.SaveState().Length;
            Tests.Refused(() => world.Add(Ball(), 1e-300, default(Vector3d)), "mass 0");
            True(world.Bodies.Count == 0 && world.SaveState().Length == size, "the world is as before");
        }
    }

    public static void BodiesOfAnotherWorldAndDryOnesAreRefused()
    {
        using (World world = new World { Medium = Medium.Water() }, other = new World { Medium = Medium.Water() })
        using (Coupling coupling = world.Couple())
        {
            WorldBody own = world.Add(Ball(), 6, default(Vector3d)), foreign = other.Add(Ball(), 6, default(Vector3d));
            WorldBody dry = world.Add(Ball(), 0, new Vector3d(2, 0, 0));
            int size = world.SaveState().Length;
            Tests.Refused(() => world.AddThruster(foreign), "rigid_body: the rigid body is in another world");
            Tests.Refused(() => world.AddThruster(dry), "mass 0");
            Tests.Refused(() => world.AddMooring(own, default(Vector3d), foreign, default(Vector3d)), "second: the rigid body is in another world");
            foreach (WorldBody body in new[] { foreign, dry })
            {
                Tests.Refused(() => coupling.SetCoupled(body, false), "rigid_body is no wet body of the coupling's fluid");
                Tests.Refused(() => coupling.LoadOn(body), "rigid_body is no wet body");
                Tests.Refused(() => world.Bodies[1].MakeWaves(WavesMade.OfHeave), "rigid_body");
            }
            True(world.SaveState().Length == size, "the world is as before");
            world.AddMooring(own, default(Vector3d), dry, default(Vector3d)).Apply(0.01); // an anchor
        }
    }

    public static void AWorldEndsItsParts()
    {
        var world = new World { Medium = Medium.Water() };
        WorldBody body = world.Add(Ball(), 6, default(Vector3d));
        Region region = world.AddRegion(Low, High, Medium.Air());
        Thruster thruster = world.AddThruster(body);
        Mooring mooring = world.AddMooring(body, default(Vector3d), null, Up);
        Coupling coupling = world.Couple();
        world.Dispose();
        world.Dispose(); // twice is no error
        foreach (NativeObject part in new NativeObject[] { body, region, thruster, mooring, coupling }) True(part.IsClosed, $"{part} is ended");
        True(world.Bodies.Count == 0, "no body is left");
        Tests.Refused<ObjectDisposedException>(() => body.State = default(BodyState));
        Tests.Refused<ObjectDisposedException>(() => body.MakeWaves(WavesMade.None));
        Tests.Refused<ObjectDisposedException>(() => region.Medium = Medium.Water());
        Tests.Refused<ObjectDisposedException>(() => thruster.Apply(0.01));
        Tests.Refused<ObjectDisposedException>(() => world.AddRegion(Low, High, Medium.Air()));
    }

    private static void True(bool holds, string message) => Tests.True(holds, message);
#endif
}
