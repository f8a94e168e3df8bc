// SPDX-License-Identifier: Zlib
// A ball falls in water, and a plate flutters down; each line of the table is a moment.
using System;
using AmbientFluid;

public static class Program
{
    public static void Main()
    {
        using (Medium water = Medium.Water())
        using (Model ball = Ball(0.05))
        using (Model plate = Box(0.1, 0.06, 0.002))
        using (var sinking = new Body(ball, 2500 * ball.Info.Volume, water))
        using (var fluttering = new Body(plate, 2700 * plate.Info.Volume, water))
        {
            BodyState start = fluttering.State;
            start.Orientation = new Quaterniond(0, Math.Sin(0.2), 0, Math.Cos(0.2)); // 0.4 rad about y
            fluttering.State = start;
            Console.WriteLine("  time    ball: z   speed     plate: x         z     tilt");
            Console.WriteLine("   [s]        [m]   [m/s]          [m]       [m]    [rad]");
            for (int step = 0; step <= 240; ++step)
            {
                if (step % 12 == 0) Print(sinking.State, fluttering.State);
                sinking.Step(1.0 / 120);
                fluttering.Step(1.0 / 120);
            }
        }
    }

    private static void Print(BodyState ball, BodyState plate)
    {
        Quaterniond q = plate.Orientation;
        double tilt = Math.Atan2(2 * (q.W * q.Y + q.X * q.Z), 1 - 2 * (q.X * q.X + q.Y * q.Y));
        Console.WriteLine(FormattableString.Invariant(
            $"{ball.Time,6:F2} {ball.Position.Z,10:F3} {ball.LinearVelocity.Length,7:F3} {plate.Position.X,12:F3} {plate.Position.Z,9:F3} {tilt,8:F2}"));
    }

    /// <summary>A ball of triangles: an octahedron whose faces are divided three times.</summary>
    private static Model Ball(double radius)
    {
        const int parts = 8;
        var vertices = new System.Collections.Generic.List<double>();
        var numbers = new System.Collections.Generic.Dictionary<Tuple<int, int, int>, int>();
        var triangles = new System.Collections.Generic.List<int>();
        Func<int, int, int, int> vertex = (x, y, z) =>
        {
            var key = Tuple.Create(x, y, z);
            int number;
            if (numbers.TryGetValue(key, out number)) return number;
            double scale = radius / Math.Sqrt(x * x + y * y + z * z);
            vertices.AddRange(new[] { scale * x, scale * y, scale * z });
            return numbers[key] = numbers.Count;
        };
        for (int octant = 0; octant < 8; ++octant)
        {
            int sx = (octant & 1) == 0 ? 1 : -1, sy = (octant & 2) == 0 ? 1 : -1, sz = (octant & 4) == 0 ? 1 : -1;
            bool turned = sx * sy * sz < 0;
            Action<int, int, int> face = (a, b, c) => triangles.AddRange(turned ? new[] { a, c, b } : new[] { a, b, c });
            for (int i = 0; i < parts; ++i)
                for (int j = 0; j < parts - i; ++j)
                {
                    Func<int, int, int> at = (a, b) => vertex(sx * a, sy * b, sz * (parts - a - b));
                    face(at(i, j), at(i + 1, j), at(i, j + 1));
                    if (i + j + 1 < parts) face(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
                }
        }
        return new Model(vertices.ToArray(), triangles.ToArray());
    }

    private static Model Box(double x, double y, double z)
    {
        var vertices = new double[24];
        for (int i = 0; i < 8; ++i)
        {
            vertices[3 * i] = (i & 1) == 0 ? -x / 2 : x / 2;
            vertices[3 * i + 1] = (i & 2) == 0 ? -y / 2 : y / 2;
            vertices[3 * i + 2] = (i & 4) == 0 ? -z / 2 : z / 2;
        }
        return new Model(vertices, new[] { 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5 });
    }
}
