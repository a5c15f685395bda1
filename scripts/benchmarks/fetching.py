"""Gets the peers: commands from the system's packages, Python libraries from PyPI."""
import os
import shutil
import subprocess
import sys

from benchmarks.measuring import HOME, stop

# The commands of each package that a benchmark asks for.
PACKAGES = {
    "vipsthumbnail": "libvips-tools", "vips": "libvips-tools", "convert": "imagemagick", "gm": "graphicsmagick",
    "jpegoptim": "jpegoptim", "heif-dec": "libheif-examples", "heif-enc": "libheif-examples",
    "exiftool": "libimage-exiftool-perl", "djpeg": "libjpeg-turbo-progs",
}
PYTHON_PACKAGES = {
    "PIL": "pillow", "pillow_heif": "pillow-heif", "pyvips": "pyvips[binary]", "ssimulacra2": "ssimulacra2"}


def fetch(*commands):
    """Installs what is missing of these commands where apt-get is there; gives those that are there now."""
    missing = [command for command in commands if not shutil.which(command)]
    if missing and shutil.which("apt-get"):
        sudo = [] if os.geteuid() == 0 else ["sudo"]
        apt = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
        wanted = sorted({PACKAGES[command] for command in missing})
        for arguments in (["update"], ["install", "-y", "--no-install-recommends", *wanted]):
            if subprocess.run([*apt, *arguments], stdout=sys.stderr).returncode:
                break
    for command in commands:
        if not shutil.which(command):
            print(f"bench: {command} is not to be had here and left out", file=sys.stderr)
    return {command for command in commands if shutil.which(command)}


def python_with(*modules):
    """A Python that has these modules, in an environment of the benchmark's own under .build, and those it has."""
    folder = HOME / ".build/bench-python"
    python = folder / "bin/python3"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True, stdout=sys.stderr)
    found = set()
    for module in modules:
        if has(python, module) or install(python, module):
            found.add(module)
        else:
            print(f"bench: the Python package {PYTHON_PACKAGES[module]} is not to be had and left out", file=sys.stderr)
    return python, found


def has(python, module):
    return subprocess.run([python, "-c", f"import {module}"], stderr=subprocess.DEVNULL).returncode == 0


def install(python, module):
    command = [python, "-m", "pip", "install", "-q", "--no-cache-dir", "--disable-pip-version-check",
               PYTHON_PACKAGES[module]]
    # Where pkg-config finds the system's libvips, pyvips would be built for that one, not for its own newer one.
    environment = os.environ | {"PKG_CONFIG_LIBDIR": os.devnull, "PKG_CONFIG_PATH": os.devnull}
    return subprocess.run(command, env=environment, stdout=sys.stderr).returncode == 0 and has(python, module)


def need(*commands):
    """Gets commands that a benchmark can't do without."""
    missing = sorted(set(commands) - fetch(*commands))
    if missing:
        stop(f"{' and '.join(missing)} needed")
