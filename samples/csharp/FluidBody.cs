// SPDX-License-Identifier: Zlib
// A script for Unity: the Rigidbody of its GameObject moves as it does in water or air. Copy it with AmbientFluid.cs
// into Assets and the shared library AmbientFluidC into Assets/Plugins. The mesh is closed, and readable for scripts.
//
// Unity's axes are left-handed with y up, the library's right-handed with z up: y and z change places. That is a
// reflection, so turns and angular velocities change their sense, and triangles their order (UnityAxes below). World
// and mesh of the library are both this mirror image; every motion is the image of Unity's.
using AmbientFluid;
using UnityEngine;

[RequireComponent(typeof(Rigidbody))]
public class FluidBody : MonoBehaviour
{
    /// <summary>The shape; null: that of the MeshFilter, with the scale of the transform.</summary>
    public Mesh shape;
    /// <summary>Of the fluid [kg/m^3] and [Pa s]: water at first.</summary>
    public float density = 998.2f, dynamicViscosity = 1.002e-3f;
    /// <summary>Of the fluid, Unity's axes [m/s].</summary>
    public Vector3 current;
    /// <summary>Whether air lies above the height of the surface [m].</summary>
    public bool hasSurface;
    public float surfaceHeight;

    /// <summary>The body of the library, in the library's axes: read-outs and the exact state.</summary>
    public Body Body { get; private set; }

    private Rigidbody rigid;
    private bool begun;
    private Vector3 velocity, spin; // given to the engine last

    private void Awake()
    {
        rigid = GetComponent<Rigidbody>();
        Mesh mesh = shape != null ? shape : GetComponent<MeshFilter>().sharedMesh;
        var up = new Vector3d(0, 0, 1);
        using (Medium fluid = Medium.Uniform(density, dynamicViscosity, UnityAxes.Vector(current)))
        using (Medium air = hasSurface ? Medium.Air() : null)
        using (Medium medium = hasSurface ? Medium.Divided(fluid, air, surfaceHeight, up) : null)
        using (var model = new Model(UnityAxes.Vertices(mesh.vertices, transform.lossyScale), UnityAxes.Triangles(mesh.triangles)))
        {
            BodyOptions options = BodyOptions.SolidOf(model, rigid.mass);
            options.Gravity = UnityAxes.Vector(Physics.gravity);
            rigid.centerOfMass = UnityAxes.ToUnity(options.CenterOfMass);
            Body = new Body(model, options, medium ?? fluid); // keeps model and medium
        }
        rigid.useGravity = false; // weight, drag and inertia come from the library
        Drag = 0;
        rigid.angularDrag = 0;
        rigid.maxAngularVelocity = 1e4f;
        rigid.sleepThreshold = 0;
        TakeState();
    }

    private void OnDestroy()
    {
        if (Body != null) Body.Dispose();
    }

    private void FixedUpdate()
    {
        if (begun) EndStep();
        else TakeState();
        SolverBody solver = Body.BeginStep(Time.fixedDeltaTime);
        begun = true;
        rigid.mass = (float)solver.Mass;
        rigid.inertiaTensor = UnityAxes.Principal(solver.Inertia, out Quaternion axes);
        rigid.inertiaTensorRotation = axes;
        Velocity = velocity = UnityAxes.ToUnity(solver.LinearVelocity);
        rigid.angularVelocity = spin = UnityAxes.ToUnityTurn(solver.AngularVelocity);
    }

    // The engine has stepped. Its solver's change of the begun velocity is the impulse of contacts and joints.
    private void EndStep()
    {
        begun = false;
        BodyState state;
        if (Velocity == velocity && rigid.angularVelocity == spin)
            state = Body.EndStep();
        else
        {
            Wrench impulse = Body.ImpulseTo(UnityAxes.Turn(rigid.angularVelocity), UnityAxes.Vector(Velocity));
            state = Body.EndStep(impulse, UnityAxes.Vector(rigid.worldCenterOfMass), UnityAxes.Rotation(rigid.rotation));
        }
        rigid.rotation = UnityAxes.ToUnity(state.Orientation);
        rigid.position = UnityAxes.ToUnity(state.Position) - rigid.rotation * rigid.centerOfMass;
    }

    /// <summary>Takes pose and velocity of the Rigidbody. Call it after a script has changed them; forces need no call.
    /// </summary>
    public void TakeState()
    {
        BodyState state = Body.State; // its time
        state.Position = UnityAxes.Vector(rigid.position + rigid.rotation * rigid.centerOfMass);
        state.Orientation = UnityAxes.Rotation(rigid.rotation);
        state.LinearVelocity = UnityAxes.Vector(Velocity);
        state.AngularVelocity = UnityAxes.Turn(rigid.angularVelocity);
        Body.State = state;
        begun = false;
    }

#if UNITY_6000_0_OR_NEWER
    private Vector3 Velocity { get { return rigid.linearVelocity; } set { rigid.linearVelocity = value; } }
    private float Drag { set { rigid.linearDamping = value; } }
#else
    private Vector3 Velocity { get { return rigid.velocity; } set { rigid.velocity = value; } }
    private float Drag { set { rigid.drag = value; } }
#endif
}

/// <summary>Unity's axes (left-handed, y up) and the library's (right-handed, z up): y and z change places.</summary>
public static class UnityAxes
{
    /// <summary>A place, velocity or force.</summary>
    public static Vector3d Vector(Vector3 v) => new Vector3d(v.x, v.z, v.y);
    public static Vector3 ToUnity(Vector3d v) => new Vector3((float)v.X, (float)v.Z, (float)v.Y);

    /// <summary>An angular velocity or torque: its sense changes in a mirror.</summary>
    public static Vector3d Turn(Vector3 w) => new Vector3d(-w.x, -w.z, -w.y);
    public static Vector3 ToUnityTurn(Vector3d w) => new Vector3(-(float)w.X, -(float)w.Z, -(float)w.Y);

    public static Quaterniond Rotation(Quaternion q) => new Quaterniond(-q.x, -q.z, -q.y, q.w);
    public static Quaternion ToUnity(Quaterniond q) => new Quaternion(-(float)q.X, -(float)q.Z, -(float)q.Y, (float)q.W);

    /// <summary>Principal moments [kg m^2] and axes of an inertia.</summary>
    public static Vector3 Principal(Matrix3d inertia, out Quaternion axes)
    {
        Vector3d moments = inertia.Principal(out Quaterniond turn);
        axes = ToUnity(turn);
        return ToUnity(moments);
    }

    public static double[] Vertices(Vector3[] vertices, Vector3 scale)
    {
        var numbers = new double[3 * vertices.Length];
        for (int i = 0; i < vertices.Length; ++i)
        {
            numbers[3 * i] = vertices[i].x * scale.x;
            numbers[3 * i + 1] = vertices[i].z * scale.z;
            numbers[3 * i + 2] = vertices[i].y * scale.y;
        }
        return numbers;
    }

    /// <summary>The mirrored triangles in the order of the library.</summary>
    public static int[] Triangles(int[] triangles)
    {
        var turned = new int[triangles.Length];
        for (int i = 0; i + 2 < triangles.Length; i += 3)
        {
            turned[i] = triangles[i];
            turned[i + 1] = triangles[i + 2];
            turned[i + 2] = triangles[i + 1];
        }
        return turned;
    }
}
