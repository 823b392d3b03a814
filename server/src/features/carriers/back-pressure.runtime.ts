// Stops reading from every carrier while the intake stands at its bound. Guarantees that a session which begins
// meanwhile does not read either, and that all go on together once the intake has drained.
import type { Intake } from './intake.ts'

/** A session as far as back-pressure is concerned. */
export type PausableSession = { setBackPressure(isOn: boolean): void }

export class BackPressure {
  readonly #intake: Pick<Intake, 'isFull' | 'drained'>
  readonly #sessions = new Set<PausableSession>()
  #isOn = false

  constructor(intake: Pick<Intake, 'isFull' | 'drained'>) {
    this.#intake = intake
  }

  add(session: PausableSession): void {
    this.#sessions.add(session)
    if (this.#isOn) session.setBackPressure(true)
  }

  remove(session: PausableSession): void {
    this.#sessions.delete(session)
  }

  /** To be called after every submitted item: it costs one look at the intake. */
  check(): void {
    if (this.#isOn || !this.#intake.isFull()) return
    this.#isOn = true
    for (const session of this.#sessions) session.setBackPressure(true)
    this.#intake.drained().then(
      () => this.#release(),
      () => this.#release(),
    )
  }

  #release(): void {
    this.#isOn = false
    for (const session of this.#sessions) {
      // A session that goes on reading may fill the intake again, which turns the pressure on for all.
      if (this.#isOn) return
      session.setBackPressure(false)
    }
  }
}
