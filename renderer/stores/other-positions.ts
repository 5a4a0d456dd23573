import type { NamedPosition } from '../../shared/domain/account/account.js'
import type { Disposer } from '../../shared/domain/brand.js'
import { createEmitter } from '../../shared/domain/emitter.js'
import type { AccountId } from '../../shared/domain/ids.js'
import { oncePerWindow } from './instances/window-store.js'
import type { MainWindow } from './main-window.js'

/** The name of a position stays true for so long, although its size may change. */
const CURRENT_MS = 30_000
/** The time before a position that could not be read is read again; it doubles each time. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000
/** Positions of other accounts are remembered up to this number. */
const MAX_REMEMBERED = 200

interface RememberedPosition {
  readonly position: NamedPosition | null
  readonly requestedAt: number
  /** How often it could not be read since it was read last. */
  readonly failures: number
}

/** Returns how long a position is not read again. */
const pauseAfter = ({ failures }: RememberedPosition): number =>
  failures === 0 ? CURRENT_MS : Math.min(RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS)

const keyOf = (accountId: AccountId, positionId: string): string => `${accountId} ${positionId}`

/**
 * Positions of accounts that are not selected, by their ids: main streams those of the selected
 * account only. An order of another account names the position to which it adds a leg.
 */
export class OtherPositions {
  readonly #window: Pick<MainWindow, 'invoke' | 'now'>
  readonly #changed = createEmitter<void>()
  readonly #remembered = new Map<string, RememberedPosition>()

  constructor(mainWindow: Pick<MainWindow, 'invoke' | 'now'>) {
    this.#window = mainWindow
  }

  get(accountId: AccountId, positionId: string): NamedPosition | undefined {
    return this.#remembered.get(keyOf(accountId, positionId))?.position ?? undefined
  }

  onChanged(listener: () => void): Disposer {
    return this.#changed.add(listener)
  }

  /**
   * Reads a position unless that was done a moment ago. One that cannot be read, as while the
   * session opens, stays as it is and is read again later.
   */
  async request(accountId: AccountId, positionId: string): Promise<void> {
    const key = keyOf(accountId, positionId)
    const remembered = this.#remembered.get(key)
    const requestedAt = this.#window.now()
    if (remembered !== undefined && requestedAt < remembered.requestedAt + pauseAfter(remembered)) {
      return
    }
    const { position = null, failures = 0 } = remembered ?? {}
    this.#remember(key, { position, requestedAt, failures: 0 })
    const reply = await this.#window.invoke('records.position', { accountId, positionId })
    if (!reply.ok) {
      const failed = { position, requestedAt, failures: failures + 1 }
      this.#remember(key, failed)
      this.#requestLater(accountId, positionId, pauseAfter(failed))
      return
    }
    // A position that was closed since keeps the name that the order had.
    this.#remember(key, { position: reply.value ?? position, requestedAt, failures: 0 })
    this.#changed.emit()
  }

  /** Ends the pauses of positions that could not be read: the broker answers again. */
  retryNow(): void {
    for (const [key, remembered] of this.#remembered) {
      if (remembered.failures > 0) {
        this.#remembered.set(key, { ...remembered, requestedAt: Number.NEGATIVE_INFINITY })
      }
    }
  }

  /** Reads a position again after a pause, as long as a panel shows its order. */
  #requestLater(accountId: AccountId, positionId: string, afterMs: number): void {
    setTimeout(() => {
      if (this.#changed.size > 0) void this.request(accountId, positionId)
    }, afterMs)
  }

  #remember(key: string, position: RememberedPosition): void {
    this.#remembered.delete(key)
    this.#remembered.set(key, position)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > MAX_REMEMBERED && oldest !== undefined) {
      this.#remembered.delete(oldest)
    }
  }
}

/** Returns the positions of other accounts that orders of the window named. */
export const otherPositionsOf = oncePerWindow((mainWindow) => ({
  value: new OtherPositions(mainWindow),
}))
