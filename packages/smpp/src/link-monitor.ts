// Is the peer still there? The enquire_link and inactivity timers of SMPP 3.4, 7.2. "Dead" means silent: a peer that
// sends anything is alive, and while we do not read ourselves (`isDeaf`) nothing can have been heard, so nothing is
// concluded.

export interface LinkMonitorOptions {
  /** Time between two enquire_link, in ms; 0 sends none. */
  readonly enquireLinkIntervalMs: number
  readonly enquireLinkFailuresMax: number
  /** How long the peer may be silent, in ms; 0 for ever. */
  readonly inactivityTimeoutMs: number
  readonly isDeaf: () => boolean
  readonly enquire: () => void
  readonly giveUp: (reason: 'enquire-link-timeout' | 'inactivity', detail: string) => void
}

export class LinkMonitor {
  readonly #options: LinkMonitorOptions
  #heardAtMs = 0
  #heardSinceTick = false
  #unansweredEnquiries = 0
  #enquireTimer: NodeJS.Timeout | undefined
  #inactivityTimer: NodeJS.Timeout | undefined

  constructor(options: LinkMonitorOptions) {
    this.#options = options
  }

  /** Called for every chunk that arrives. */
  heard(): void {
    this.#heardAtMs = performance.now()
    this.#heardSinceTick = true
  }

  /** Begins once the session is bound. */
  start(): void {
    const { enquireLinkIntervalMs, inactivityTimeoutMs } = this.#options
    this.heard()
    if (enquireLinkIntervalMs > 0) {
      this.#enquireTimer = setInterval(() => this.#tick(), enquireLinkIntervalMs)
      this.#enquireTimer.unref()
    }
    if (inactivityTimeoutMs > 0) this.#awaitSilence(inactivityTimeoutMs)
  }

  stop(): void {
    clearInterval(this.#enquireTimer)
    clearTimeout(this.#inactivityTimer)
  }

  // Enquires also while traffic flows, because the answer proves which of our answers the peer has read.
  #tick(): void {
    if (this.#options.isDeaf()) return
    if (this.#heardSinceTick) this.#unansweredEnquiries = 0
    this.#heardSinceTick = false
    if (this.#unansweredEnquiries >= this.#options.enquireLinkFailuresMax) {
      const detail = `${this.#unansweredEnquiries} enquire_link were not answered`
      this.#options.giveUp('enquire-link-timeout', detail)
      return
    }
    this.#unansweredEnquiries += 1
    this.#options.enquire()
  }

  #awaitSilence(delayMs: number): void {
    const { inactivityTimeoutMs, isDeaf, giveUp } = this.#options
    this.#inactivityTimer = setTimeout(() => {
      if (isDeaf()) return this.#awaitSilence(inactivityTimeoutMs)
      const leftMs = this.#heardAtMs + inactivityTimeoutMs - performance.now()
      if (leftMs > 0) return this.#awaitSilence(leftMs)
      giveUp('inactivity', `the peer sent nothing for ${inactivityTimeoutMs} ms`)
    }, delayMs)
    this.#inactivityTimer.unref()
  }
}
