import { performance } from 'node:perf_hooks'
import type { Disposer } from '../../shared/domain/brand.js'
import type { Probing } from '../core/net-ports.js'

/** A probe without an answer for so long puts the other connections in doubt as well, in ms. */
const LATE_MS = 750
/** A timer that is so late, in ms, shows that silence proves nothing now. */
const BUSY_MS = 250
/** Doubts that follow each other within this time cause one probe, in ms. */
const PROBE_APART_MS = 3_000

interface Connection {
  /** Sends what a living server answers; {@link LifeWatch.alive} is called with the answer. */
  readonly probe: () => void
  /** Called once, when no answer came in time. */
  readonly onDead: () => void
}

/**
 * Notices that an open connection is dead although nothing ended it: its server has to answer a
 * probe, after a silence and whenever the network path is in doubt.
 */
export class LifeWatch {
  readonly #probing: Probing
  readonly #connection: Connection
  readonly #stopDoubt: Disposer
  #aliveAt = performance.now()
  #probedAt = Number.NEGATIVE_INFINITY
  #silence: NodeJS.Timeout | undefined
  #late: NodeJS.Timeout | undefined
  #deadline: NodeJS.Timeout | undefined

  constructor(probing: Probing, connection: Connection) {
    this.#probing = probing
    this.#connection = connection
    this.#stopDoubt = probing.onDoubt(() => {
      if (performance.now() - this.#probedAt >= PROBE_APART_MS) this.#probe()
    })
    this.#watchSilence()
  }

  /** Something arrived from the server. */
  alive(): void {
    this.#aliveAt = performance.now()
    if (this.#deadline === undefined) return
    clearTimeout(this.#late)
    clearTimeout(this.#deadline)
    this.#deadline = undefined
  }

  stop(): void {
    this.#stopDoubt()
    for (const timer of [this.#silence, this.#late, this.#deadline]) clearTimeout(timer)
  }

  /** A timer that is not set again with every message, of which there may be thousands a second. */
  #watchSilence(): void {
    const { afterSilenceMs } = this.#probing
    if (afterSilenceMs === null) return
    const restMs = this.#aliveAt + afterSilenceMs - performance.now()
    if (restMs <= 0) this.#probe()
    this.#silence = setTimeout(
      () => this.#watchSilence(),
      restMs <= 0 ? afterSilenceMs : Math.ceil(restMs),
    )
  }

  #probe(): void {
    if (this.#deadline !== undefined) return
    this.#probedAt = performance.now()
    this.#late = setTimeout(() => this.#probing.onLate(), LATE_MS)
    this.#expectAnswer()
    this.#connection.probe()
  }

  #expectAnswer(): void {
    const { withinMs } = this.#probing
    const dueAt = performance.now() + withinMs
    this.#deadline = setTimeout(() => {
      // This computer is too busy: an answer may be here that was not read, or the server as slow.
      if (performance.now() - dueAt > BUSY_MS) return this.#expectAnswer()
      setImmediate(() => {
        if (this.#deadline === undefined) return
        this.stop()
        this.#connection.onDead()
      })
    }, withinMs)
  }
}
