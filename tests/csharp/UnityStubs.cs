// SPDX-License-Identifier: Zlib
// As much of UnityEngine as FluidBody.cs uses, for its compilation and for a run without an engine: a Rigidbody moves
// with its velocities, and a collision is a call. The formulas of vectors and quaternions are Unity's.
using System;

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 operator +(Vector3 a, Vector3 b) => new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);
        public static Vector3 operator -(Vector3 a, Vector3 b) => new Vector3(a.x - b.x, a.y - b.y, a.z - b.z);
        public static Vector3 operator *(float s, Vector3 a) => new Vector3(s * a.x, s * a.y, s * a.z);
        public static float Dot(Vector3 a, Vector3 b) => a.x * b.x + a.y * b.y + a.z * b.z;
        public static Vector3 Cross(Vector3 a, Vector3 b) =>
            new Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
        public static bool operator ==(Vector3 a, Vector3 b) => Dot(a - b, a - b) < 1e-10f;
        public static bool operator !=(Vector3 a, Vector3 b) => !(a == b);
        public override bool Equals(object other) => other is Vector3 && this == (Vector3)other;
        public override int GetHashCode() => 0;
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity => new Quaternion(0, 0, 0, 1);
        public static Vector3 operator *(Quaternion q, Vector3 v)
        {
            var u = new Vector3(q.x, q.y, q.z);
            Vector3 t = 2 * Vector3.Cross(u, v);
            return v + q.w * t + Vector3.Cross(u, t);
        }
    }

    public class Mesh { public Vector3[] vertices; public int[] triangles; }
    public class Transform { public Vector3 lossyScale = new Vector3(1, 1, 1); }
    public class MeshFilter { public Mesh sharedMesh; }
    public static class Physics { public static Vector3 gravity = new Vector3(0, -9.81f, 0); }
    public static class Time { public static float fixedDeltaTime = 0.02f; }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class RequireComponent : Attribute { public RequireComponent(Type type) { } }

    public class MonoBehaviour
    {
        public Rigidbody Rigid = new Rigidbody();
        public MeshFilter Filter = new MeshFilter();
        public Transform transform = new Transform();
        protected T GetComponent<T>() where T : class => Rigid as T ?? Filter as T;
    }

    public class Rigidbody
    {
        public Vector3 position, angularVelocity, centerOfMass, inertiaTensor;
        public Quaternion rotation = Quaternion.identity, inertiaTensorRotation = Quaternion.identity;
        public float mass = 1, angularDrag = 0.05f, maxAngularVelocity = 7, sleepThreshold = 0.005f;
        public bool useGravity = true;
#if UNITY_6000_0_OR_NEWER
        public Vector3 linearVelocity;
        public float linearDamping;
        private Vector3 Motion { get { return linearVelocity; } set { linearVelocity = value; } }
#else
        public Vector3 velocity;
        public float drag;
        private Vector3 Motion { get { return velocity; } set { velocity = value; } }
#endif
        public Vector3 worldCenterOfMass => position + rotation * centerOfMass;

        /// <summary>The engine's step: poses follow the velocities.</summary>
        public void Simulate(float time)
        {
            Vector3 center = worldCenterOfMass + time * Motion, w = angularVelocity;
            Quaternion q = rotation;
            float h = 0.5f * time;
            q = new Quaternion(q.x + h * (w.x * q.w + w.y * q.z - w.z * q.y), q.y + h * (w.y * q.w + w.z * q.x - w.x * q.z),
                               q.z + h * (w.z * q.w + w.x * q.y - w.y * q.x), q.w - h * (w.x * q.x + w.y * q.y + w.z * q.z));
            float size = (float)Math.Sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
            rotation = new Quaternion(q.x / size, q.y / size, q.z / size, q.w / size);
            position = center - rotation * centerOfMass;
        }

        /// <summary>An impulse of the engine's solver: it changes velocities by the mass and inertia it was given.</summary>
        public void Collide(Vector3 impulse, Vector3 arm)
        {
            Motion = Motion + 1 / mass * impulse;
            Vector3 turn = ToPrincipal(Vector3.Cross(arm, impulse));
            angularVelocity += FromPrincipal(new Vector3(turn.x / inertiaTensor.x, turn.y / inertiaTensor.y, turn.z / inertiaTensor.z));
        }

        private static Quaternion Back(Quaternion q) => new Quaternion(-q.x, -q.y, -q.z, q.w);
        private Vector3 ToPrincipal(Vector3 v) => Back(inertiaTensorRotation) * (Back(rotation) * v);
        private Vector3 FromPrincipal(Vector3 v) => rotation * (inertiaTensorRotation * v);
    }
}
