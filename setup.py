"""Packages, their data, and the compiled modules; everything else is in pyproject.toml."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

ROOMS = ("controller", "evaluator_ext", "seats", "cashier", "firmware")
DATA = {
    "": ["py.typed", "*.pxd", "*.pyi"],
    "controller": ["**/*.po", "**/*.mo", "**/*.toml", "**/*.html"],
    "firmware": ["host/*", "host/etc/**/*"],
    "seats": ["fonts/*", "sounds/*"],
}


def load_build_check() -> Any:
    """Load the stamp rules by path: importing the package would load the very modules that are to be built."""
    spec = spec_from_file_location("build_check", Path(__file__).parent / "evaluator_ext" / "build_check.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


build_check = load_build_check()


class BuildStale(build_ext):
    """Builds a module when its stamp is missing from the file on disk, whatever the time stamps say."""

    def finalize_options(self) -> None:
        """Copy and compile always: what needs no build never gets as far."""
        super().finalize_options()
        self.force = True

    def build_extension(self, ext: Extension) -> None:
        """Generate C under build/, compile it and check that the stamp arrived."""
        stamp = build_check.stamp(ext.name)
        built = Path(self.get_ext_fullpath(ext.name))
        beside = build_check.source_of(ext.name, Path()).with_name(built.name)
        if not build_check.matches(built, stamp) and build_check.matches(beside, stamp):
            built.parent.mkdir(parents=True, exist_ok=True)
            self.copy_file(str(beside), str(built))
        if build_check.matches(built, stamp):
            return
        if ext.name in build_check.COMPILED:
            ext.sources = [self.generate_c(ext)]
        ext.extra_link_args = [*ext.extra_link_args, f"-Wl,--build-id=0x{stamp.hex()}"]
        super().build_extension(ext)
        if not build_check.matches(built, stamp):
            sys.exit(f"{built}: the linker left out the build id that tells a stale module; use GNU ld, gold or lld")

    def generate_c(self, ext: Extension) -> str:
        """Cythonize the source of one module; returns the path of the C file."""
        import Cython
        from Cython.Build import cythonize

        if Cython.__version__ != build_check.CYTHON:
            sys.exit(f"Cython {build_check.CYTHON} builds this project, {Cython.__version__} is here: run `make setup`")
        (generated,) = cythonize(
            [ext],
            build_dir=str(Path("build", "cython")),
            compiler_directives=dict(build_check.directives(ext.name)),
            force=True,
            quiet=True,
        )
        return str(generated.sources[0])


def extensions() -> list[Extension]:
    """The modules that are compiled from Python, then those in C."""
    from_python = [
        Extension(module, [str(build_check.source_of(module, Path()))], extra_compile_args=build_check.options(module))
        for module in build_check.COMPILED
    ]
    in_c = []
    for module in build_check.IN_C:
        files = [str(path) for path in build_check.c_sources(module, Path())]
        sources, headers = [[name for name in files if name.endswith(suffix)] for suffix in (".c", ".h")]
        options = list(build_check.C_OPTIONS)
        in_c.append(Extension(module, sources, depends=headers, extra_compile_args=options, extra_link_args=options))
    return from_python + in_c


setup(
    packages=find_packages(include=[pattern for name in ROOMS for pattern in (name, f"{name}.*")]),
    package_data=DATA,
    exclude_package_data={"": ["*.c", "*.h"]},
    ext_modules=extensions(),
    cmdclass={"build_ext": BuildStale},
    zip_safe=False,
)
