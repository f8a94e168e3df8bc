// SPDX-License-Identifier: Zlib
// The script for Unity, run with stubs of its engine.
using System;
using System.Reflection;
using AmbientFluid;
using UnityEngine;

internal static class UnityTests
{
    private static readonly Random Random = new Random(4);

    private static float Number() => (float)(2 * Random.NextDouble() - 1);
    private static Vector3 RandomVector() => new Vector3(Number(), Number(), Number());

    private static Quaternion RandomRotation()
    {
        float x = Number(), y = Number(), z = Number(), w = Number();
        float size = (float)Math.Sqrt(x * x + y * y + z * z + w * w);
        return new Quaternion(x / size, y / size, z / size, w / size);
    }

    internal static Vector3d Rotated(Quaterniond q, Vector3d v)
    {
        Vector3d u = new Vector3d(q.X, q.Y, q.Z), t = 2 * Cross(u, v);
        return v + q.W * t + Cross(u, t);
    }

    private static Vector3d Cross(Vector3d a, Vector3d b) =>
        new Vector3d(a.Y * b.Z - a.Z * b.Y, a.Z * b.X - a.X * b.Z, a.X * b.Y - a.Y * b.X);

    // Rotations, velocities of points and inertias mean the same in both systems of axes. Measured: 5e-7, single precision.
    public static void BothAxesDescribeOneMotion()
    {
        for (int i = 0; i < 1000; ++i)
        {
            Quaternion q = RandomRotation();
            Vector3 v = RandomVector(), w = RandomVector();
            Tests.Near(UnityAxes.Vector(q * v), Rotated(UnityAxes.Rotation(q), UnityAxes.Vector(v)), 2e-6, "rotation");
            Tests.Near(UnityAxes.Vector(Vector3.Cross(w, v)), Cross(UnityAxes.Turn(w), UnityAxes.Vector(v)), 2e-6, "turn");
            Tests.Near(UnityAxes.Vector(UnityAxes.ToUnity(UnityAxes.Vector(v))), UnityAxes.Vector(v), 0, "vector");
            Tests.Near(UnityAxes.Turn(UnityAxes.ToUnityTurn(UnityAxes.Turn(v))), UnityAxes.Turn(v), 0, "turn back");
        }
    }

    // A wedge without symmetry; normals (b - a) x (c - a) point outwards in Unity's axes.
    private static Mesh Wedge(bool mirrored)
    {
        var mesh = new Mesh
        {
            vertices = new[] { new Vector3(0, 0, 0), new Vector3(0.5f, 0, 0.125f), new Vector3(0, 0.375f, 0), new Vector3(0.125f, 0.0625f, 0.25f) },
            triangles = new[] { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 }
        };
        for (int i = 0; mirrored && i < 4; ++i) mesh.vertices[i].x = -mesh.vertices[i].x;
        for (int i = 0; mirrored && i < 12; i += 3) Array.Reverse(mesh.triangles, i + 1, 2);
        return mesh;
    }

    private static Vector3 Mirrored(Vector3 v, bool mirrored) => mirrored ? new Vector3(-v.x, v.y, v.z) : v;
    private static Vector3 TurnMirrored(Vector3 w, bool mirrored) => mirrored ? new Vector3(w.x, -w.y, -w.z) : w;

    private static void Call(FluidBody script, string name) =>
        typeof(FluidBody).GetMethod(name, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(script, null);

    private static FluidBody Start(bool mirrored)
    {
        var script = new FluidBody { current = Mirrored(new Vector3(0.25f, 0, 0.5f), mirrored) };
        script.Filter.sharedMesh = Wedge(mirrored);
        script.Rigid.mass = 12;
        script.Rigid.position = Mirrored(new Vector3(1, 2, 3), mirrored);
        script.Rigid.rotation = mirrored ? new Quaternion(0.5f, -0.5f, -0.5f, 0.5f) : new Quaternion(0.5f, 0.5f, 0.5f, 0.5f);
        script.Rigid.angularVelocity = TurnMirrored(new Vector3(0.5f, 1, 0.25f), mirrored);
        Call(script, "Awake");
        return script;
    }

    private static void Step(FluidBody script)
    {
        Call(script, "FixedUpdate");
        script.Rigid.Simulate(Time.fixedDeltaTime);
    }

    // Without contacts the script's body moves as one of the library's own axes.
    public static void TheScriptMovesABodyAsTheLibraryDoes()
    {
        FluidBody script = Start(false);
        Mesh mesh = Wedge(false);
        var vertices = new double[12];
        for (int i = 0; i < 4; ++i)
        {
            vertices[3 * i] = mesh.vertices[i].x;
            vertices[3 * i + 1] = mesh.vertices[i].z;
            vertices[3 * i + 2] = mesh.vertices[i].y;
        }
        var model = new Model(vertices, new[] { 0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2 });
        BodyOptions options = BodyOptions.SolidOf(model, 12);
        options.Gravity = new Vector3d(0, 0, -9.81f);
        var body = new Body(model, options, Medium.Uniform(998.2f, 1.002e-3f, new Vector3d(0.25f, 0.5f, 0)));
        body.State = script.Body.State;
        Tests.Near(Rotated(body.State.Orientation, new Vector3d(1, 0, 0)), new Vector3d(0, 0, 1), 1e-7, "x of the mesh at the start");
        for (int i = 0; i < 100; ++i)
        {
            Step(script);
            body.Step(Time.fixedDeltaTime);
        }
        Call(script, "FixedUpdate");
        Tests.Near(script.Body.State.Position, body.State.Position, 1e-13, "position"); // measured 2e-16: set twice
        Tests.Near(script.Body.State.AngularVelocity, body.State.AngularVelocity, 1e-12, "turning");
        Tests.Near(UnityAxes.Vector(script.Rigid.worldCenterOfMass), body.State.Position, 1e-5, "place of the Rigidbody");
        Tests.True(body.State.Position.Z < 1, $"12 kg sink: z = {body.State.Position.Z}");
        Call(script, "OnDestroy");
    }

    // A mirrored world with mirrored collisions has the mirrored motion.
    public static void AMirroredWorldHasTheMirroredMotion()
    {
        FluidBody one = Start(false), other = Start(true);
        double largest = 0;
        for (int i = 0; i < 100; ++i)
        {
            Step(one);
            Step(other);
            if (i % 25 == 10)
            {
                Vector3 impulse = new Vector3(2, 6, -3), arm = new Vector3(0.1f, -0.1f, 0.05f);
                one.Rigid.Collide(impulse, arm);
                other.Rigid.Collide(Mirrored(impulse, true), Mirrored(arm, true));
            }
            Vector3 difference = one.Rigid.worldCenterOfMass - Mirrored(other.Rigid.worldCenterOfMass, true);
            largest = Math.Max(largest, Math.Sqrt(Vector3.Dot(difference, difference)));
            difference = one.Rigid.angularVelocity - TurnMirrored(other.Rigid.angularVelocity, true);
            largest = Math.Max(largest, Math.Sqrt(Vector3.Dot(difference, difference)));
        }
        Console.WriteLine($"    largest difference {largest:E1}");
        Tests.True(largest < MirrorTolerance, $"mirrored motions differ by {largest}");
        Vector3 path = one.Rigid.position - new Vector3(1, 2, 3);
        Tests.True(Vector3.Dot(path, path) > 0.01, "the body has moved");
    }

    private const double MirrorTolerance = 4e-4; // [m, rad/s]; measured 2.7e-4: potentials on triangles counted the other way round

    // An impulse at the centre of the solver's body arrives in the library: momentum changes by exactly this impulse.
    public static void ACollisionArrivesInTheLibrary()
    {
        FluidBody script = Start(false);
        Call(script, "FixedUpdate");
        var impulse = new Vector3(3, 4, -2);
        script.Rigid.Collide(impulse, new Vector3(0, 0, 0));
        Vector3d velocity = UnityAxes.Vector(VelocityOf(script));
        Wrench told = script.Body.ImpulseTo(UnityAxes.Turn(script.Rigid.angularVelocity), velocity);
        Tests.Near(told.Linear, UnityAxes.Vector(impulse), 2e-5, "impulse"); // velocities are of single precision
        Tests.Near(told.Angular, new Vector3d(0, 0, 0), 2e-6, "turning impulse");
    }

    // The same for a turning impulse: the principal axes of the inertia arrive too.
    public static void ATurningCollisionArrivesInTheLibrary()
    {
        FluidBody script = Start(false);
        Call(script, "FixedUpdate");
        Vector3 impulse = new Vector3(3, 4, -2), arm = new Vector3(0.2f, -0.1f, 0.3f);
        script.Rigid.Collide(impulse, arm);
        Vector3d velocity = UnityAxes.Vector(VelocityOf(script));
        Wrench told = script.Body.ImpulseTo(UnityAxes.Turn(script.Rigid.angularVelocity), velocity);
        Tests.Near(told.Linear, UnityAxes.Vector(impulse), 2e-5, "impulse");
        Tests.Near(told.Angular, UnityAxes.Turn(Vector3.Cross(arm, impulse)), 2e-5, "turning impulse");
    }

    private static Vector3 VelocityOf(FluidBody script) =>
#if UNITY_6000_0_OR_NEWER
        script.Rigid.linearVelocity;
#else
        script.Rigid.velocity;
#endif
}
