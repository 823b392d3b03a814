// Counts times in buckets of equal width, so that adding one costs an index and memory does not grow with their
// number. A percentile is right to one bucket; times beyond the last one are known only by the longest of them.
const BUCKET_MS = 0.02
const BUCKETS = 250_000

export class LatencyHistogram {
  readonly #counts = new Float64Array(BUCKETS + 1)
  #total = 0
  #maxMs = 0

  /** The longest time, in ms; 0 without any. */
  get maxMs(): number {
    return this.#maxMs
  }

  add(elapsedMs: number): void {
    const bucket = Math.min(BUCKETS, Math.floor(elapsedMs / BUCKET_MS))
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#total += 1
    if (elapsedMs > this.#maxMs) this.#maxMs = elapsedMs
  }

  /** The time that this share (0 to 1) of all does not exceed, in ms; 0 without any. */
  percentile(share: number): number {
    const wanted = Math.ceil(this.#total * share)
    let seen = 0
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      seen += this.#counts[bucket] ?? 0
      if (seen >= wanted && seen > 0) return Math.min(this.#maxMs, (bucket + 1) * BUCKET_MS)
    }
    return this.#maxMs
  }
}
