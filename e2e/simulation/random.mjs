// Random numbers that one seed decides (sfc32), and the draws that the simulation makes of them.

export class Random {
  #a; #b; #c; #d = 1;

  constructor(seed) {
    this.#a = seed >>> 0;
    this.#b = Math.floor(seed / 2 ** 32) >>> 0;
    this.#c = 0x9e3779b9;
    for (let round = 0; round < 16; round++) this.next();
  }

  /** 32 bits. */
  next() {
    const sum = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum | 0;
    return sum >>> 0;
  }

  /** A whole number from `low` to `high`, both possible. */
  whole(low, high) {
    return low + (this.next() % (high - low + 1));
  }

  /** True in that share of draws. */
  chance(share) {
    return this.next() < share * 2 ** 32;
  }

  pick(list) {
    return list[this.next() % list.length];
  }

  /** A stream of its own, so that what one part draws does not move what another does. */
  fork() {
    return new Random(this.next() + this.next() * 2 ** 20);
  }
}
