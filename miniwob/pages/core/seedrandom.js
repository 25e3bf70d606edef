// Math.seedrandom: seeded random numbers, bit for bit those of the generator that the
// published MiniWoB++ pages use (ARC4 with 52-bit fractions), so that a seed means the
// same numbers on both page sets.
//
//   Math.seedrandom(seed)      replaces Math.random; returns the seed as text
//   Math.seedrandom()          seeds from the system's entropy
//   new Math.seedrandom(seed)  leaves Math.random alone; returns a generator with
//                              the methods double, quick and int32
//
// What is returned of the seed is the key in force: the text itself, unless it has more than
// 256 characters or some beyond U+00FF.
"use strict";

(function () {
  const BYTES = 256;
  const FRACTION_BYTES = 6;
  const MANTISSA = 2 ** 52;

  // A seed of any type becomes one text. Text stands for itself; other plain values get
  // a trailing NUL, so that 42 and "42" differ; objects become the list of their
  // flattened values, at most `depth` levels down.
  function flatten(seed, depth) {
    if (typeof seed === "object" && seed !== null && depth > 0) {
      const values = [];
      for (const name of Object.keys(seed)) {
        try {
          values.push(flatten(seed[name], depth - 1));
        } catch (unreadable) {
          // A value that cannot be read does not count.
        }
      }
      if (values.length > 0) return values;
    }
    return typeof seed === "string" ? seed : String(seed) + "\0";
  }

  // The text is folded into a key of at most 256 bytes.
  function keyOf(text) {
    const key = [];
    let smear = 0;
    for (let j = 0; j < text.length; j++) {
      const slot = j & 255;
      smear ^= 19 * (key[slot] || 0);
      key[slot] = (smear + text.charCodeAt(j)) & 255;
    }
    return key;
  }

  class ARC4 {
    constructor(key) {
      if (key.length === 0) key = [0];
      this.state = Array.from({ length: BYTES }, (_, i) => i);
      this.i = 0;
      this.j = 0;
      for (let i = 0, j = 0; i < BYTES; i++) {
        j = (j + key[i % key.length] + this.state[i]) & 255;
        this.swap(i, j);
      }
      for (let n = 0; n < BYTES; n++) this.byte();
    }

    swap(a, b) {
      const kept = this.state[a];
      this.state[a] = this.state[b];
      this.state[b] = kept;
    }

    byte() {
      this.i = (this.i + 1) & 255;
      this.j = (this.j + this.state[this.i]) & 255;
      this.swap(this.i, this.j);
      return this.state[(this.state[this.i] + this.state[this.j]) & 255];
    }

    // n bytes as one number, the first byte the highest.
    number(n) {
      let value = 0;
      while (n-- > 0) value = value * BYTES + this.byte();
      return value;
    }
  }

  // generator returns a function that draws doubles in [0, 1).
  function generator(key) {
    const source = new ARC4(key);
    const draw = function () {
      let numerator = source.number(FRACTION_BYTES);
      let denominator = BYTES ** FRACTION_BYTES;
      let low = 0;
      while (numerator < MANTISSA) { // until all 52 bits of the fraction are set by chance
        numerator = (numerator + low) * BYTES;
        denominator *= BYTES;
        low = source.byte();
      }
      while (numerator >= 2 * MANTISSA) { // without rounding up to 1
        numerator /= 2;
        denominator /= 2;
        low >>>= 1;
      }
      return (numerator + low) / denominator;
    };
    draw.double = draw;
    draw.quick = () => source.number(4) / 2 ** 32;
    draw.int32 = () => source.number(4) | 0;
    return draw;
  }

  const bytesToText = (bytes) => String.fromCharCode.apply(null, bytes);

  function systemSeed() {
    return bytesToText(crypto.getRandomValues(new Uint8Array(BYTES)));
  }

  Math.seedrandom = function (seed, options) {
    const text = String(flatten(seed === undefined || seed === null ? systemSeed() : seed, 3));
    const key = keyOf(text);
    const draw = generator(key);
    const global = options && "global" in options ? options.global : this === Math;
    if (!global) return draw;
    Math.random = draw;
    return bytesToText(key);
  };
})();
