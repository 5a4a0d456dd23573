import { MAX_ALERT_NOTE } from '../../../../shared/domain/alerts/alert.js'
import type { AlertCondition } from '../../../../shared/domain/alerts/alert.schema.js'
import type { Timespan } from '../../../../shared/domain/market/bar.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import { decimalText } from '../../../../shared/domain/decimal.js'
import type { Symbol, ConnectionId } from '../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import {
  refuse,
  type AsyncResult,
  type Refusal,
} from '../../../../shared/domain/instructions/refusal.js'
import {
  MAX_OWN_ALERTS,
  MAX_OWN_DRAWINGS,
  type ChangeAuthor,
  type PageRequest,
  type TicketFill,
  type WindowChange,
} from '../../../../shared/domain/instructions/window-change.js'
import type {
  OfferReason,
  OwnWindowItems,
  WindowRequest,
  WindowResult,
} from '../../../../shared/domain/instructions/window-request.js'
import { err, ok, type Result } from '../../../../shared/domain/result.js'
import { signedText } from '../../../../shared/domain/text-safety.js'
import { MINUTE_MS, SECOND_MS } from '../../../../shared/domain/time.js'
import { alertCondition, watchProblem } from '../../../../shared/messages/alert-line.js'
import { termsOf } from '../../alerts/alert-record.js'
import { inEnglish } from '../../../../shared/messages/format-message.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'
import { fillLine, windowChangeLine } from '../../../../shared/messages/window-change-line.js'
import type { AuditPort } from '../../audit/audit-port.js'
import type { ClockPort } from '../../ports.js'
import { ChangeGate, MAX_CHANGES_PER_MINUTE } from '../connections/change-gate.js'
import type { RefusalLog } from '../connections/refusal-log.js'
import { drawingOf } from './drawing-terms.js'
import type { WindowChangeBook } from './window-change-book.js'
import type { HaltState } from '../connections/halt-state.js'

/** What alerts of assistants are about: an instrument. */
type InstrumentCondition = Extract<AlertCondition, { readonly instrument: unknown }>

/** The maximum number of changes by all assistants within a minute. */
const MAX_WINDOW_CHANGES_PER_MINUTE = 30
/** The least time between two symbols that assistants show, so that the chart stays readable. */
const SHOW_PAUSE_S = 2
const LINE_CHARS = 260

/** What only the changes of the window need. */
export interface WindowAccessDeps {
  readonly book: WindowChangeBook
  readonly audit: Pick<AuditPort, 'append'>
  readonly refusals: Pick<RefusalLog, 'record'>
  readonly clock: Pick<ClockPort, 'now' | 'monotonic'>
  /** False in shadow practice, of which no window shows anything. */
  readonly isShown: boolean
  /** True while the window is locked. */
  readonly locked: () => boolean
  /** True while the person decides on a card. */
  readonly isCardOpen: () => boolean
}

interface Access extends WindowAccessDeps {
  /** Returns the connection that may read now. */
  readonly ready: (id: ConnectionId) => Result<ConnectionView, Refusal>
  readonly halted: HaltState
  /** Returns a listed instrument; refuses an unknown one with the one that was meant. */
  readonly instrument: (symbol: Symbol) => AsyncResult<AnyInstrument>
}

type WindowReply = AsyncResult<WindowResult>

/**
 * An assistant's access to the main window. Every change is recorded with its author before it
 * takes effect, shown in the list of changes, and can be undone there. It reaches no order.
 */
export class WindowAccess {
  readonly #access: Access
  readonly #gate: ChangeGate
  /** When any assistant requested a change within the last minute. */
  #requestTimes: readonly number[] = []
  #lastShownAt = Number.NEGATIVE_INFINITY

  constructor(access: Access) {
    this.#access = access
    this.#gate = new ChangeGate({
      ...access,
      toolset: 'window',
      tool: 'change_window',
      notShown: message('windowChanges.notShown'),
      tooFast: message('windowChanges.changesTooFast', { max: MAX_CHANGES_PER_MINUTE }),
    })
  }

  /** Returns what a connection has in the window. */
  async read(id: ConnectionId): AsyncResult<OwnWindowItems> {
    const connection = this.#access.ready(id)
    if (!connection.ok) return connection
    const { book } = this.#access
    await book.load()
    const owned = book.ownedBy(id)
    return ok({
      alerts: owned.flatMap((item) => {
        const alert = item.kind === 'alert' ? book.effects.alert(item.alertId) : null
        if (alert === null) return []
        const condition = inEnglish(alertCondition(alert.condition))
        return [{ id: alert.id, condition, state: alert.state }]
      }),
      drawings: owned.flatMap((item) =>
        item.kind === 'drawing' ? [{ id: item.drawingId, place: item.place }] : [],
      ),
      undecided: book.get().changes.flatMap((entry) => {
        const { change } = entry
        return entry.connectionId === id && change.kind !== 'watchlist'
          ? [inEnglish(windowChangeLine({ ...entry, change }))]
          : []
      }),
    })
  }

  async change(id: ConnectionId, request: WindowRequest): WindowReply {
    const answer = await this.#change(id, request)
    if (!answer.ok) await this.#access.refusals.record(id, answer.error, { window: request.kind })
    return answer
  }

  async #change(id: ConnectionId, request: WindowRequest): WindowReply {
    const connection = this.#gate.check(id)
    if (!connection.ok) return connection
    if (this.#isTooFast()) {
      const max = MAX_WINDOW_CHANGES_PER_MINUTE
      return refuse('too-many', message('windowChanges.windowTooFast', { max }))
    }
    const block = await this.#access.book.block()
    if (block !== null) return refuse('too-many', block)
    const author = { connectionId: id, assistant: connection.value.name }
    if (request.kind === 'remove') return this.#remove(author, request)
    const symbol = request.kind === 'fill' ? request.fill.symbol : request.symbol
    const instrument = await this.#access.instrument(symbol)
    if (!instrument.ok) return instrument
    // The person may have paused or halted while the symbol was looked up.
    const still = this.#gate.check(id, false)
    return still.ok ? this.#carryOut(author, request, instrument.value) : still
  }

  #carryOut(
    author: ChangeAuthor,
    request: Exclude<WindowRequest, { kind: 'remove' }>,
    { symbol, assetClass }: Pick<AnyInstrument, 'symbol' | 'assetClass'>,
  ): WindowReply {
    switch (request.kind) {
      case 'show':
        return this.#show(author, symbol, request.timespan)
      case 'fill':
        return this.#fill(author, { ...request.fill, symbol, assetClass })
      case 'alert': {
        const condition = { ...request.condition, instrument: { assetClass, symbol } }
        const problem = watchProblem(condition)
        if (problem !== null) return Promise.resolve(unwatched(condition, problem))
        return this.#setAlert(author, condition, request.note)
      }
      case 'draw':
      case 'mark':
        return this.#draw(author, drawingOf(request, { symbol, assetClass }, this.#access.clock))
    }
  }

  #isTooFast(): boolean {
    const now = this.#access.clock.monotonic()
    const recent = this.#requestTimes.filter((time) => now - time < MINUTE_MS)
    const isFull = recent.length >= MAX_WINDOW_CHANGES_PER_MINUTE
    this.#requestTimes = isFull ? recent : [...recent, now]
    return isFull
  }

  async #show(author: ChangeAuthor, symbol: Symbol, timespan: Timespan | null): WindowReply {
    const { book, locked, isCardOpen, clock } = this.#access
    if (locked()) return refuse('locked', message('windowChanges.locked'))
    if (isCardOpen()) return refuse('not-ready', message('windowChanges.cardOpen'))
    if (clock.monotonic() - this.#lastShownAt < SHOW_PAUSE_S * SECOND_MS) {
      return refuse('too-many', message('windowChanges.showsTooFast', { seconds: SHOW_PAUSE_S }))
    }
    this.#lastShownAt = clock.monotonic()
    const { assistant } = author
    const line = message('windowChanges.symbolRequested', { assistant, symbol })
    if (!(await this.#record(author, line, { symbol, timespan }))) return auditFailed()
    const request = this.#request(author, { kind: 'symbol', symbol, timespan })
    const answer = await book.requests.send(request)
    if (answer === null || answer.kind === 'hidden') {
      return refuse('not-ready', message('windowChanges.noWindow'))
    }
    if (answer.kind === 'done') {
      const { before, after } = answer
      const change = { kind: 'symbol', before, after } as const
      const isSame = before.symbol === after.symbol && before.timespan === after.timespan
      const isStored = isSame || (await book.add(author, change, { id: request.id }))
      return isStored ? ok({ kind: 'shown', before, after }) : notSaved()
    }
    const after = { symbol, timespan: timespan ?? 'M5' } as const
    return this.#offer(author, { kind: 'symbol', before: null, after }, answer.kind, request.id)
  }

  async #fill(author: ChangeAuthor, fill: TicketFill): WindowReply {
    const { book, locked, isCardOpen } = this.#access
    const { assistant } = author
    const line = message('windowChanges.ticketRequested', { assistant, order: fillLine(fill) })
    if (!(await this.#record(author, line, fillBody(fill)))) return auditFailed()
    const request = this.#request(author, { kind: 'ticket', fill })
    const offer = (why: OfferReason): WindowReply =>
      this.#offer(author, { kind: 'ticket', before: null, fill }, why, request.id)
    if (locked()) return offer('locked')
    if (isCardOpen()) return offer('card')
    const answer = await book.requests.send(request)
    // The person may have halted assistants meanwhile; an offer would outlast that.
    const still = this.#gate.check(author.connectionId, false)
    if (!still.ok) return still
    if (answer?.kind !== 'done') return offer(answer?.kind ?? 'hidden')
    const change = { kind: 'ticket', before: answer.before, fill } as const
    const isStored = await book.add(author, change, { id: request.id })
    return isStored ? ok({ kind: 'filled' }) : notSaved()
  }

  async #setAlert(author: ChangeAuthor, condition: InstrumentCondition, note: string): WindowReply {
    const { book } = this.#access
    const active = book
      .ownedBy(author.connectionId)
      .filter(
        (item) => item.kind === 'alert' && book.effects.alert(item.alertId)?.state === 'active',
      )
    if (active.length >= MAX_OWN_ALERTS) {
      const why = message('windowChanges.tooManyAlerts', { max: MAX_OWN_ALERTS })
      return refuse('too-many', why)
    }
    const { assistant } = author
    const line = message('windowChanges.alertSet', {
      assistant,
      condition: alertCondition(condition),
    })
    if (!(await this.#record(author, line, { symbol: condition.instrument.symbol }))) {
      return auditFailed()
    }
    const addedAlert = await book.effects.addAlert({
      condition,
      repeatMs: null,
      expiresAt: null,
      sound: true,
      notification: true,
      note: signedText(assistant, note, MAX_ALERT_NOTE),
      ticket: null,
    })
    if (!addedAlert.ok) return toRefusal(addedAlert.error)
    const alertId = addedAlert.value
    if (await book.add(author, { kind: 'alert', alertId, condition })) {
      return ok({ kind: 'made', id: alertId })
    }
    await book.effects.removeAlert(alertId)
    return notSaved()
  }

  async #draw(author: ChangeAuthor, { place, terms }: ReturnType<typeof drawingOf>): WindowReply {
    const { book } = this.#access
    const own = book
      .ownedBy(author.connectionId)
      .filter((item) => item.kind === 'drawing' && item.place.key === place.key)
    if (own.length >= MAX_OWN_DRAWINGS) {
      const limit = { max: MAX_OWN_DRAWINGS, symbol: place.symbol }
      return refuse('too-many', message('windowChanges.tooManyDrawings', limit))
    }
    const { symbol, kind, price, text } = place
    const { assistant } = author
    const line = message('windowChanges.drawn', { assistant, symbol, kind, price, text })
    if (!(await this.#record(author, line, { symbol, kind, anchors: terms.anchors.length }))) {
      return auditFailed()
    }
    const drawn = await book.effects.addDrawing(author, place, terms)
    if (!drawn.ok) return toRefusal(drawn.error)
    const drawingId = drawn.value
    if (await book.add(author, { kind: 'drawing', drawingId, place })) {
      return ok({ kind: 'made', id: drawingId })
    }
    await book.effects.removeDrawing(place, drawingId, author)
    return notSaved()
  }

  async #remove(
    author: ChangeAuthor,
    { item: kind, id }: Extract<WindowRequest, { kind: 'remove' }>,
  ): WindowReply {
    const { book } = this.#access
    const item = book
      .ownedBy(author.connectionId)
      .find(
        (own) => own.kind === kind && (own.kind === 'alert' ? own.alertId : own.drawingId) === id,
      )
    if (item === undefined) return refuse('not-found', message('windowChanges.notOwn'))
    const change = this.#removalOf(item)
    if (change === null) return refuse('not-found', message('windowChanges.notOwn'))
    const line = windowChangeLine({ ...author, isOffered: false, change })
    if (!(await this.#record(author, line, { [kind]: id }))) return auditFailed()
    const removed =
      item.kind === 'alert'
        ? await book.effects.removeAlert(item.alertId)
        : await book.effects.removeDrawing(item.place, item.drawingId, author)
    if (!removed.ok) return toRefusal(removed.error)
    return (await book.addRemoval(author, item, change)) ? ok({ kind: 'removed' }) : notSaved()
  }

  /** Returns the removal of an item with what its undoing needs; null when it is gone. */
  #removalOf(item: ReturnType<WindowChangeBook['ownedBy']>[number]): WindowChange | null {
    const { effects } = this.#access.book
    if (item.kind === 'drawing') {
      const { place } = item
      const drawing = effects.drawing(place, item.drawingId)
      return drawing === null ? null : { kind: 'drawing-removed', drawing, place }
    }
    const alert = effects.alert(item.alertId)
    if (alert === null) return null
    return { kind: 'alert-removed', terms: termsOf(alert) }
  }

  async #offer(
    author: ChangeAuthor,
    change: WindowChange,
    why: OfferReason,
    id: string,
  ): WindowReply {
    const isStored = await this.#access.book.add(author, change, { isOffered: true, id })
    return isStored ? ok({ kind: 'offered', why }) : notSaved()
  }

  #request(author: ChangeAuthor, change: PageRequest['change']): PageRequest {
    return { ...author, id: this.#access.book.newId(), change }
  }

  async #record(
    { connectionId }: ChangeAuthor,
    line: Message,
    body: Parameters<AuditPort['append']>[3],
  ): Promise<boolean> {
    const text = inEnglish(line).slice(0, LINE_CHARS)
    return (await this.#access.audit.append('window', connectionId, text, body)).ok
  }
}

/** Returns what the record of a fill has besides its line. */
const fillBody = ({ symbol, side, type, limitPrice, stopPrice }: TicketFill) => ({
  symbol,
  side,
  type,
  limitPrice: limitPrice === null ? null : decimalText(limitPrice),
  stopPrice: stopPrice === null ? null : decimalText(stopPrice),
})

const auditFailed = (): Result<never, Refusal> =>
  refuse('unavailable', message('refusals.auditFailed'))
const notSaved = (): Result<never, Refusal> =>
  refuse('unavailable', message('windowChanges.notSaved'))

/** Refuses an alert on what the product of its symbol does not have. */
const unwatched = ({ kind, instrument }: InstrumentCondition, why: Message) =>
  err({
    code: 'invalid',
    message: why,
    argument: { name: 'kind', value: kind, rule: `not-of-${instrument.assetClass}` },
  } as const)

/** Converts why an alert or a drawing was not changed to a refusal. */
const toRefusal = ({ code, message: why }: AppError): Result<never, Refusal> =>
  err({ code: code === 'storage/failed' ? 'unavailable' : 'invalid', message: why })
