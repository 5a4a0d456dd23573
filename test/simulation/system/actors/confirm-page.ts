import type { CallContext } from '../../../../electron/handlers/handler.js'
import type { Card } from '../../../../shared/domain/instructions/card.js'
import type { ClientProcess } from '../client/client.js'
import type { VirtualTime } from '../time/virtual-time.js'

const CONTEXT: CallContext = { ref: 'simulation', surface: 'confirm', sender: 1 }
/** How long the page needs to draw a change, in ms. */
const DRAW_MS = 16
const VISIBLE = {
  visible: true,
  focused: true,
  isOccluded: false,
  bounds: { x: 0, y: 0, width: 400, height: 600 },
} as const

const isPlain = (batch: readonly Card[]): boolean =>
  batch.every((card) => card.tier === 'plain' && card.dangers.length === 0)

/** Returns the card or the rows of the batch that the confirm window of a client shows. */
export function shownCards(client: ClientProcess): readonly Card[] {
  const view = client.assistants?.assistantSession.instructionService.confirm.live.get()
  if (view === undefined) return []
  return view.batch.length > 0 ? view.batch : view.card === null ? [] : [view.card]
}

/**
 * The page of one client's confirm window: draws what changes and reports it once, as the page does
 * (`renderer/confirm/state/use-shown.ts`). Of a batch with a dangerous row it shows the details of
 * the first row that is open.
 */
export class ConfirmPage {
  readonly #client: ClientProcess
  readonly #time: VirtualTime
  #reported = ''
  #isDrawing = false

  constructor(client: ClientProcess, time: VirtualTime) {
    this.#client = client
    this.#time = time
    const service = client.assistants?.assistantSession.instructionService
    service?.confirm.live.subscribe(() => this.#drawSoon())
  }

  /** Brings the window to the front. */
  show(): void {
    this.#client.assistants?.assistantSession.instructionService.confirm.setWindowState(VISIBLE)
    this.#drawSoon()
  }

  #drawSoon(): void {
    if (this.#isDrawing || !this.#client.life.alive) return
    this.#isDrawing = true
    this.#time.schedule(
      DRAW_MS,
      () => {
        this.#isDrawing = false
        this.#draw()
      },
      this.#client.life,
    )
  }

  #draw(): void {
    const cards = shownCards(this.#client)
    const opened = cards.find(({ state }) => state === 'open') ?? cards[0]
    const isTogether = cards.length > 1 && isPlain(cards)
    const rows = cards.map(({ id, digest }) => ({
      id,
      digest,
      complete: isTogether || id === opened?.id,
    }))
    const key = rows.map(({ id, digest, complete }) => `${id} ${digest} ${complete}`).join('\n')
    if (key === this.#reported) return
    this.#reported = key
    for (const row of rows) void this.#client.handlers['confirm.shown'](row, CONTEXT)
  }
}
