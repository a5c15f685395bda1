"""Light of pictures with gain maps, in floating point, by the formulae of their forms."""
from dataclasses import dataclass, field

import numpy as np

DIFFUSE_WHITE = 203  # cd/m2 (ITU-R BT.2408, 2.1)


@dataclass
class GainMap:
    """A map as stored, samples from 0 to 1, rows x columns x 1 or 3, and what it means (ISO 21496-1, 5.2)."""
    form: str
    samples: np.ndarray
    minimum: list = field(default_factory=lambda: [0.0])
    maximum: list = field(default_factory=lambda: [1.0])
    gamma: list = field(default_factory=lambda: [1.0])
    base_offset: list = field(default_factory=lambda: [1 / 64])
    alternate_offset: list = field(default_factory=lambda: [1 / 64])
    headroom: float = 0  # of Apple's form alone


def of_srgb(signal):
    """IEC 61966-2-1; Display P3 has the same curve."""
    return np.where(signal <= 0.04045, signal / 12.92, ((np.maximum(signal, 0) + 0.055) / 1.055) ** 2.4)


def to_srgb(light):
    return encoded(np.clip(light, 0, 1))


def encoded(light):
    """The signal of light, which may be brighter than white."""
    light = np.maximum(light, 0)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def of_bt709(signal):
    return np.where(signal < 0.081, signal / 4.5, ((np.maximum(signal, 0) + 0.099) / 1.099) ** (1 / 0.45))


def to_pq(light):
    """ITU-R BT.2100, table 4: the signal of light in units of diffuse white."""
    m1, m2, c1, c2, c3 = 2610 / 16384, 2523 / 32, 3424 / 4096, 2413 / 128, 2392 / 128
    power = (np.clip(light * DIFFUSE_WHITE / 10000, 0, 1)) ** m1
    return ((c1 + c2 * power) / (1 + c3 * power)) ** m2


def to_hlg(light):
    """ITU-R BT.2100, table 5: the signal of light on a display of 1,000 cd/m2, in units of diffuse white."""
    display = np.clip(light * DIFFUSE_WHITE / 1000, 0, 1)
    luminance = (display @ np.array([0.2126, 0.7152, 0.0722], display.dtype))[..., None]
    # The OOTF the other way, of gamma 1.2.
    scene = display * np.maximum(luminance, 1e-9) ** (1 / 1.2 - 1)
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    scene = np.clip(scene, 0, 1)
    return np.where(scene <= 1 / 12, np.sqrt(3 * scene), a * np.log(np.maximum(12 * scene - b, 1e-9)) + c)


def enlarged(samples, height, width):
    """Straight lines between samples, whose centres are spread over the picture."""
    for axis, size in [(0, height), (1, width)]:
        count = samples.shape[axis]
        place = np.clip((np.arange(size) + 0.5) * count / size - 0.5, 0, count - 1)
        low = np.floor(place).astype(int)
        high = np.minimum(low + 1, count - 1)
        share = (place - low).reshape([-1 if each == axis else 1 for each in range(samples.ndim)])
        samples = np.take(samples, low, axis) * (1 - share) + np.take(samples, high, axis) * share
    return samples


def brightened(base, gain_map):
    """Linear light of a base, rows x columns x 3 of linear light, with all of its map."""
    samples = enlarged(gain_map.samples.astype(np.float32), *base.shape[:2])
    if gain_map.form == "apple":
        return base * (1 + (gain_map.headroom - 1) * of_bt709(samples))
    low, high, gamma, base_offset, alternate_offset = (
        np.array(each, np.float32) for each in
        [gain_map.minimum, gain_map.maximum, gain_map.gamma, gain_map.base_offset, gain_map.alternate_offset])
    gain = low + (high - low) * samples ** (1 / gamma)
    return (base + base_offset) * np.exp2(gain) - alternate_offset
