# SPDX-License-Identifier: Zlib
"""AmbientFluid's C interface through ctypes, without any package but Python's own. Only Fluid needs a Bullet world, by its
address.

SI units; 6-vectors are angular first: a twist is (w, v), a wrench (torque, force). AmbientFluidC.h has the rest.
The shared library is looked for in the environment variable AMBIENT_FLUID_LIBRARY, beside this file, and where the
system keeps its libraries. Vertices, triangles and twists may be nested lists or numpy arrays.
"""
import ctypes as c
import ctypes.util
import os

_doubles = c.POINTER(c.c_double)


class ModelOptions(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("repair", c.c_int32), ("separation_angle", c.c_double),
                ("wake_factor", c.c_double), ("pressure_scale", c.c_double), ("friction_scale", c.c_double),
                ("buoyancy_scale", c.c_double), ("sheet_thickness", c.c_double), ("added_mass", _doubles),
                ("added_mass_density", c.c_double), ("added_mass_point", c.c_double * 3)]


class ModelInfo(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("face_count", c.c_int32), ("vertex_count", c.c_int32),
                ("unknowns", c.c_int32), ("volume", c.c_double), ("area", c.c_double), ("centroid", c.c_double * 3),
                ("residual", c.c_double), ("symmetry_defect", c.c_double)]


class ShapeOptions(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("masses", c.c_int32), ("mass", c.c_double), ("vertex_masses", _doubles),
                ("period", c.c_double), ("is_linear", c.c_int32), ("is_local", c.c_int32), ("rest_key", c.c_int32),
                ("reserved", c.c_int32), ("surface", c.POINTER(ModelOptions))]


class ShapeInfo(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("keys_solved", c.c_int32), ("face_count", c.c_int32),
                ("vertex_count", c.c_int32), ("mass", c.c_double), ("inertia", c.c_double * 3), ("period", c.c_double),
                ("inertia_error", c.c_double), ("momentum_error", c.c_double), ("least_volume", c.c_double),
                ("largest_volume", c.c_double), ("worst_jump", c.c_double), ("crossing_faces", c.c_int32),
                ("crossing_key", c.c_int32)]


class BodyOptions(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("reserved", c.c_uint32), ("mass", c.c_double),
                ("center_of_mass", c.c_double * 3), ("inertia", c.c_double * 9), ("gravity", c.c_double * 3),
                ("tolerance", c.c_double), ("forces", c.c_char_p)]


class BodyState(c.Structure):
    _fields_ = [("position", c.c_double * 3), ("orientation", c.c_double * 4), ("angular_velocity", c.c_double * 3),
                ("linear_velocity", c.c_double * 3), ("time", c.c_double)]


class Readout(c.Structure):
    _fields_ = [("struct_size", c.c_uint32), ("reserved", c.c_uint32), ("surface_wrench", c.c_double * 6),
                ("buoyancy_wrench", c.c_double * 6), ("weight_wrench", c.c_double * 6),
                ("total_wrench", c.c_double * 6), ("momentum", c.c_double * 6), ("kinetic_energy", c.c_double),
                ("submerged_volume", c.c_double), ("wetted_area", c.c_double), ("center_of_buoyancy", c.c_double * 3)]


class AmbientError(ValueError):
    """What the library refused, in its own words."""


def _load():
    here = os.path.dirname(os.path.abspath(__file__))
    candidates = [os.environ.get("AMBIENT_FLUID_LIBRARY"), os.path.join(here, "libAmbientFluidC.so"),
                  ctypes.util.find_library("AmbientFluidC")]
    for path in candidates:
        if path and (os.path.exists(path) or os.path.basename(path) == path):
            return c.CDLL(path)
    raise OSError("libAmbientFluidC is not installed; set AMBIENT_FLUID_LIBRARY to its path")


_library = _load()
_library.ambient_version.restype = c.c_char_p
_library.ambient_last_error.restype = c.c_char_p
if _library.ambient_abi_version() != 1:
    raise OSError("libAmbientFluidC has another interface than this module was written for")

_handle = c.c_void_p
_log = c.CFUNCTYPE(None, c.c_char_p, c.c_void_p)
_heights = c.CFUNCTYPE(None, _doubles, c.c_size_t, c.c_double, _doubles, c.c_void_p)
_signatures = {
    "ambient_medium_create_uniform": [c.c_double, c.c_double, _doubles, c.POINTER(_handle)],
    "ambient_medium_create_divided": [_handle, _handle, c.c_double, _doubles, c.POINTER(_handle)],
    "ambient_medium_create_waves": [_handle, _handle, _heights, c.c_void_p, _doubles, c.POINTER(_handle)],
    "ambient_model_options_init": [c.POINTER(ModelOptions), c.c_size_t],
    "ambient_model_create": [_doubles, c.c_size_t, c.POINTER(c.c_uint32), c.c_size_t, c.POINTER(ModelOptions),
                             c.POINTER(_handle)],
    "ambient_model_get_info": [_handle, c.POINTER(ModelInfo)],
    "ambient_model_get_added_mass": [_handle, c.c_double, _doubles, _doubles],
    "ambient_model_get_wrenches": [_handle, c.c_char_p, c.c_double, c.c_double, _doubles, _doubles, c.c_size_t,
                                   _doubles],
    "ambient_shape_options_init": [c.POINTER(ShapeOptions), c.c_size_t],
    "ambient_shape_create": [_doubles, c.c_size_t, _doubles, c.c_size_t, c.POINTER(c.c_uint32), c.c_size_t,
                             c.POINTER(ShapeOptions), c.POINTER(_handle)],
    "ambient_shape_get_info": [_handle, c.POINTER(ShapeInfo)],
    "ambient_shape_get_vertices": [_handle, c.c_double, _doubles],
    "ambient_body_options_init": [c.POINTER(BodyOptions), c.c_size_t, _handle, c.c_double],
    "ambient_body_create": [_handle, c.POINTER(BodyOptions), _handle, c.POINTER(_handle)],
    "ambient_body_create_deforming": [_handle, _doubles, c.c_char_p, _handle, c.POINTER(_handle)],
    "ambient_body_get_state": [_handle, c.POINTER(BodyState)],
    "ambient_body_set_state": [_handle, c.POINTER(BodyState)],
    "ambient_body_step": [_handle, c.c_double, _doubles],
    "ambient_body_get_readout": [_handle, c.POINTER(Readout)],
    "ambient_fluid_create": [c.c_void_p, _log, c.c_void_p, c.POINTER(_handle)],
    "ambient_fluid_set_medium": [_handle, _handle],
    "ambient_fluid_set_exact_contacts": [_handle, c.c_int32],
    "ambient_fluid_set_model_cache": [_handle, c.c_char_p],
    "ambient_fluid_add_body": [_handle, c.c_void_p, _handle],
    "ambient_fluid_remove_body": [_handle, c.c_void_p],
    "ambient_fluid_get_twist": [_handle, c.c_void_p, _doubles],
    "ambient_fluid_get_readout": [_handle, c.c_void_p, c.POINTER(Readout)],
    "ambient_fluid_add_deforming_body": [_handle, c.c_void_p, _handle],
    "ambient_fluid_set_shape_speed": [_handle, c.c_void_p, c.c_double, c.c_double],
    "ambient_fluid_set_shape_phase": [_handle, c.c_void_p, c.c_double],
    "ambient_fluid_get_shape_phase": [_handle, c.c_void_p, _doubles, _doubles],
    "ambient_fluid_get_shape_vertices": [_handle, c.c_void_p, _doubles],
}
for _name, _arguments in _signatures.items():
    getattr(_library, _name).argtypes = _arguments
for _name in ("medium", "model", "shape", "body", "fluid"):
    getattr(_library, f"ambient_{_name}_destroy").argtypes = [_handle]
    getattr(_library, f"ambient_{_name}_destroy").restype = None


def version():
    """Version of the library, such as "0.1.0"."""
    return _library.ambient_version().decode()


def bullet_scalar_size():
    """Bytes of the btScalar of the worlds that Fluid takes: 4 or 8."""
    return _library.ambient_bullet_scalar_size()


def _call(name, *arguments):
    if getattr(_library, name)(*arguments) != 0:
        raise AmbientError(_library.ambient_last_error().decode())


def _array(rows, width, kind=c.c_double):
    """The numbers of `rows` in a C array, and how many rows of `width` there are."""
    rows = [[kind(value).value for value in row] for row in rows]
    if any(len(row) != width for row in rows):
        raise AmbientError(f"rows of {width} numbers are needed")
    return (kind * (width * len(rows)))(*(value for row in rows for value in row)), len(rows)


def _vector(numbers, width=3):
    return None if numbers is None else _array([numbers], width)[0]


def _rows(numbers, width):
    return [list(numbers[i:i + width]) for i in range(0, len(numbers), width)]


def _set_fields(structure, values):
    for name, value in values.items():
        field = dict(structure._fields_).get(name)
        if field is None:
            raise AmbientError(f"{type(structure).__name__} has no field {name}")
        setattr(structure, name, field(*value) if issubclass(field, c.Array) else value)


class _Owner:
    """Holds a handle and destroys it."""
    _kind = ""

    def __init__(self):
        self._handle = _handle()

    def __del__(self):
        if getattr(self, "_handle", None):
            getattr(_library, f"ambient_{self._kind}_destroy")(self._handle)


def _height_callback(function):
    """The C function of `function(points, time)`. Heights are not a number if it raises or returns another count, which
    the library refuses with the position; Python prints the exception."""
    def call(points, count, time, heights, _):
        result = c.cast(heights, c.POINTER(c.c_double * count)).contents
        result[:] = [float("nan")] * count
        values = [float(value) for value in function(_rows(points[:3 * count], 3), time)]
        if len(values) != count:
            raise AmbientError(f"{count} heights are needed, not {len(values)}")
        result[:] = values

    return _heights(call)


class Medium(_Owner):
    """A fluid that is the same everywhere. `with_surface` and `with_waves` put another one, or a vacuum, above it."""
    _kind = "medium"
    _callbacks = ()  # held by whatever uses this medium: C calls them

    def __init__(self, density, dynamic_viscosity, velocity=None):
        super().__init__()
        _call("ambient_medium_create_uniform", density, dynamic_viscosity, _vector(velocity), c.byref(self._handle))

    def with_surface(self, above=None, height=0.0, up=(0, 0, 1)):
        """This medium below the plane up . x = height [m]. \param above None: vacuum"""
        return self._divided(above, (), "ambient_medium_create_divided", height, _vector(up))

    def with_waves(self, heights, above=None, up=(0, 0, 1)):
        """This medium below a surface of the caller's. \param heights heights(points, time) returns the height along `up`
        from the world's origin [m] at each of the points [[x, y, z], ...] [m]; a pure function \param above None: vacuum"""
        callback = _height_callback(heights)
        return self._divided(above, (callback,), "ambient_medium_create_waves", callback, None, _vector(up))

    def _divided(self, above, callbacks, function, *arguments):
        divided = Medium.__new__(Medium)
        _Owner.__init__(divided)
        divided._callbacks = (*callbacks, *self._callbacks, *(above._callbacks if above else ()))
        _call(function, self._handle, above and above._handle, *arguments, c.byref(divided._handle))
        return divided


class Model(_Owner):
    """What a closed mesh is to a fluid. Further arguments are fields of ModelOptions."""
    _kind = "model"

    def __init__(self, vertices, triangles, **options):
        super().__init__()
        given = ModelOptions()
        _call("ambient_model_options_init", c.byref(given), c.sizeof(given))
        _set_fields(given, options)
        corners, vertex_count = _array(vertices, 3)
        faces, face_count = _array(triangles, 3, c.c_uint32)
        _call("ambient_model_create", corners, vertex_count, faces, face_count, c.byref(given), c.byref(self._handle))

    def info(self):
        """volume, area, centroid and more: the fields of ModelInfo."""
        info = ModelInfo(struct_size=c.sizeof(ModelInfo))
        _call("ambient_model_get_info", self._handle, c.byref(info))
        return info

    def added_mass(self, density, point=None):
        """The 6x6 about a point of the mesh frame, default its origin."""
        matrix = (c.c_double * 36)()
        _call("ambient_model_get_added_mass", self._handle, density, _vector(point), matrix)
        return _rows(matrix, 6)

    def wrenches(self, twists, density, dynamic_viscosity, point=None, forces="default"):
        """Surface forces of motions relative to the fluid, one wrench for each twist."""
        numbers, count = _array(twists, 6)
        result = (c.c_double * (6 * count))()
        _call("ambient_model_get_wrenches", self._handle, forces.encode(), density, dynamic_viscosity, _vector(point),
              numbers, count, result)
        return _rows(result, 6)


class Shape(_Owner):
    """A body that plays a sequence of key shapes: `keys` has the vertices of each, `times` their times [s]. Further
    arguments are fields of ShapeOptions, such as mass and period; `vertex_masses` gives one mass per vertex."""
    _kind = "shape"

    def __init__(self, keys, times, triangles, surface=None, vertex_masses=None, **options):
        """\param surface fields of ModelOptions in a dictionary"""
        super().__init__()
        given, of_surface = ShapeOptions(), ModelOptions()
        _call("ambient_shape_options_init", c.byref(given), c.sizeof(given))
        _call("ambient_model_options_init", c.byref(of_surface), c.sizeof(of_surface))
        _set_fields(of_surface, surface or {})
        _set_fields(given, options)
        if vertex_masses is not None:
            masses, given.masses = _vector(vertex_masses, len(keys[0])), 2
            given.vertex_masses = c.cast(masses, _doubles)
        given.surface = c.pointer(of_surface)
        corners, count = _array([vertex for key in keys for vertex in key], 3)
        if len(times) != len(keys) or count != len(keys) * len(keys[0]):
            raise AmbientError("one time per key and equal counts of vertices are needed")
        faces, face_count = _array(triangles, 3, c.c_uint32)
        _call("ambient_shape_create", corners, len(keys[0]), _vector(times, len(times)), len(keys), faces, face_count,
              c.byref(given), c.byref(self._handle))

    def info(self):
        """mass, period, errors of the tables and more: the fields of ShapeInfo."""
        info = ShapeInfo(struct_size=c.sizeof(ShapeInfo))
        _call("ambient_shape_get_info", self._handle, c.byref(info))
        return info

    def vertices(self, phase):
        """At a time within the sequence [s], body frame."""
        result = (c.c_double * (3 * self.info().vertex_count))()
        _call("ambient_shape_get_vertices", self._handle, phase, result)
        return _rows(result, 3)


class Body(_Owner):
    """A uniform solid that moves freely. Further arguments are fields of BodyOptions."""
    _kind = "body"

    @classmethod
    def deforming(cls, shape, medium=None, gravity=(0, 0, -9.81), forces="default"):
        """A body that plays a Shape from time 0 on; it was at rest before."""
        body = cls.__new__(cls)
        _Owner.__init__(body)
        body._callbacks = medium._callbacks if medium else ()
        _call("ambient_body_create_deforming", shape._handle, _vector(gravity), forces.encode(),
              medium and medium._handle, c.byref(body._handle))
        return body

    def __init__(self, model, mass, medium=None, **options):
        super().__init__()
        given = BodyOptions()
        _call("ambient_body_options_init", c.byref(given), c.sizeof(given), model._handle, mass)
        _set_fields(given, options)
        self._callbacks = medium._callbacks if medium else ()
        _call("ambient_body_create", model._handle, c.byref(given), medium and medium._handle, c.byref(self._handle))

    @property
    def state(self):
        state = BodyState()
        _call("ambient_body_get_state", self._handle, c.byref(state))
        return state

    @state.setter
    def state(self, state):
        _call("ambient_body_set_state", self._handle, c.byref(state))

    def step(self, duration, wrench=None):
        _call("ambient_body_step", self._handle, duration, _vector(wrench, 6))

    def readout(self):
        readout = Readout(struct_size=c.sizeof(Readout))
        _call("ambient_body_get_readout", self._handle, c.byref(readout))
        return readout


class Fluid(_Owner):
    """The fluid of a Bullet world: `world` is the address of a btDynamicsWorld, `body` that of a btRigidBody. The world
    must outlive it. `log` receives one-line messages; default: standard error."""
    _kind = "fluid"

    def __init__(self, world, log=None):
        super().__init__()
        self._log = _log(lambda line, _: log(line.decode())) if log else _log()
        _call("ambient_fluid_create", world, self._log, None, c.byref(self._handle))

    def set_medium(self, medium=None):
        """None is a vacuum."""
        _call("ambient_fluid_set_medium", self._handle, medium and medium._handle)
        self._callbacks = medium._callbacks if medium else ()

    def set_exact_contacts(self, on=True):
        """On: contacts and joints feel the full added mass, by a solver in place of the world's. Default: off."""
        _call("ambient_fluid_set_exact_contacts", self._handle, bool(on))

    def set_model_cache(self, folder=None):
        """Keeps the models of collision shapes in files of this folder, for the next start; None: nowhere."""
        _call("ambient_fluid_set_model_cache", self._handle, folder and os.fspath(folder).encode())

    def add_body(self, body, model=None):
        """Without a model one is made from the collision shape."""
        _call("ambient_fluid_add_body", self._handle, body, model and model._handle)

    def add_deforming_body(self, body, shape):
        """A body that plays a Shape from phase 0 on; it needs exact contacts."""
        _call("ambient_fluid_add_deforming_body", self._handle, body, shape._handle)
        self._shapes = {**getattr(self, "_shapes", {}), body: shape.info().vertex_count}

    def set_shape_speed(self, body, speed, ramp=0.0):
        """1 as the keys say, 0 holds the shape, negative plays backwards. \param ramp time to reach it [s]"""
        _call("ambient_fluid_set_shape_speed", self._handle, body, speed, ramp)

    def set_shape_phase(self, body, phase):
        _call("ambient_fluid_set_shape_phase", self._handle, body, phase)

    def shape_phase(self, body):
        """Time within the sequence [s] and speed of playing, at the end of the last step."""
        phase, speed = c.c_double(), c.c_double()
        _call("ambient_fluid_get_shape_phase", self._handle, body, c.byref(phase), c.byref(speed))
        return phase.value, speed.value

    def shape_vertices(self, body):
        """At the end of the last step, world frame [m]."""
        result = (c.c_double * (3 * self._shapes.get(body, 0)))()
        _call("ambient_fluid_get_shape_vertices", self._handle, body, result)
        return _rows(result, 3)

    def remove_body(self, body):
        _call("ambient_fluid_remove_body", self._handle, body)

    def twist(self, body):
        """(w, v) at the end of the last step, world axes."""
        twist = (c.c_double * 6)()
        _call("ambient_fluid_get_twist", self._handle, body, twist)
        return list(twist)

    def readout(self, body):
        readout = Readout(struct_size=c.sizeof(Readout))
        _call("ambient_fluid_get_readout", self._handle, body, c.byref(readout))
        return readout
