import { WindowAccess } from '../../../../../electron/core/instructions/window/window-access.js'
import { WindowChangeBook } from '../../../../../electron/core/instructions/window/window-change-book.js'
import { asPrice, asQuantity, dec } from '../../../../../shared/domain/decimal.js'
import { symbol, type ConnectionId } from '../../../../../shared/domain/ids.js'
import type { AnyInstrument } from '../../../../../shared/domain/instruments/any-instrument.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import { refuse } from '../../../../../shared/domain/instructions/refusal.js'
import type { Toolset } from '../../../../../shared/domain/instructions/toolset.js'
import type { PageAnswer } from '../../../../../shared/domain/instructions/window-change.js'
import type { WindowRequest } from '../../../../../shared/domain/instructions/window-request.js'
import { ok } from '../../../../../shared/domain/result.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { fakeDocument } from '../../../../fakes/document.js'
import { openAlerts } from '../../alerts/alert-fixture.js'
import { createBook } from '../../drawings/drawing-fixture.js'

export const CLAUDE = 'a'.repeat(16) as ConnectionId
export const CURSOR = 'b'.repeat(16) as ConnectionId
const NAMES = new Map([
  [CLAUDE, 'Claude'],
  [CURSOR, 'Cursor'],
])
export const MSFT = symbol('MSFT')

export const SHOW: WindowRequest = { kind: 'show', symbol: MSFT, timespan: 'D' }
export const FILL: WindowRequest = {
  kind: 'fill',
  fill: {
    symbol: MSFT,
    side: 'buy',
    type: 'limit',
    timeInForce: 'day',
    session: 'core',
    size: { kind: 'quantity', quantity: asQuantity(dec('7')) },
    limitPrice: asPrice(dec('401.5')),
    stopPrice: null,
    trail: null,
    expireDate: null,
    outcome: null,
  },
}
export const ALERT: WindowRequest = {
  kind: 'alert',
  symbol: MSFT,
  condition: { kind: 'price', when: 'above', price: asPrice(dec('500')) },
  note: '',
}
export const MARK: WindowRequest = {
  kind: 'mark',
  symbol: MSFT,
  price: asPrice(dec('500')),
  text: 'Target',
  color: 'amber',
}

/** The files of a profile, which outlive a run. */
export const createFiles = () => ({
  changes: fakeDocument(),
  alerts: fakeDocument(),
  drawings: fakeDocument(),
})

/** Opens the changes of one run on its files; the page answers as the test says. */
export async function openWindow(files = createFiles()) {
  const { alerts, time } = await openAlerts({ file: files.alerts })
  const { book: drawings, time: drawingTime } = createBook(files.drawings)
  const state = {
    connection: 'active' as ConnectionView['state'],
    toolsets: ['window'] as Toolset[],
    halted: false,
    locked: false,
    isCardOpen: false,
    isShown: true,
    isRecorded: true,
    /** Null: the page does not answer. */
    page: {
      kind: 'done',
      before: { symbol: symbol('AAPL'), timespan: 'M5' },
      after: { symbol: MSFT, timespan: 'D' },
    } as PageAnswer | null,
  }
  const records: string[] = []
  const refusals: string[] = []
  let ids = 0
  const audit = {
    append: (kind: string, subject: string, line: string) => {
      if (!state.isRecorded) return Promise.resolve(refuse('unavailable', foreign('')) as never)
      records.push(`${kind} ${subject.slice(0, 1)} ${line}`)
      return Promise.resolve(ok({ seq: 1, hash: '' }))
    },
  }
  const book = new WindowChangeBook({
    file: files.changes,
    clock: time,
    timers: time,
    log: { event: () => undefined },
    newId: () => `change${(ids += 1)}-${Math.random().toString(16).slice(2, 8)}`,
    audit,
    parts: { alerts, drawings, streams: { alerts } },
    watchlists: {
      get: () => ({ state: 'ready', lists: [], syncedAt: null, problem: null, changes: [] }),
      load: () => Promise.resolve(),
      onEdited: () => () => undefined,
      edit: () => Promise.reject(new Error('not used')),
    },
    onDamaged: () => undefined,
  })
  book.requests.onChange(() => {
    const [request] = book.requests.all()
    const { page } = state
    if (request !== undefined && page !== null) {
      void Promise.resolve().then(() => book.answer(request.id, page))
    }
  })
  const access = new WindowAccess({
    book,
    audit,
    refusals: {
      record: (_id, { code }) => {
        refusals.push(code)
        return Promise.resolve()
      },
    },
    clock: { now: () => time.now(), monotonic: () => time.now() },
    isShown: state.isShown,
    locked: () => state.locked,
    isCardOpen: () => state.isCardOpen,
    ready: (id) =>
      state.connection === 'revoked'
        ? refuse('revoked', foreign('revoked'))
        : ok({
            name: NAMES.get(id) ?? '',
            state: state.connection,
            pauseWhy: null,
            policy: { toolsets: state.toolsets },
          } as unknown as ConnectionView),
    halted: { get: () => state.halted, subscribe: () => () => undefined },
    instrument: (name) =>
      Promise.resolve(ok({ symbol: name, assetClass: 'stock' } as AnyInstrument)),
  })
  await book.load()
  const change = async (request: WindowRequest, id: ConnectionId = CLAUDE): Promise<string> => {
    const answer = await access.change(id, request)
    return answer.ok ? answer.value.kind : answer.error.code
  }
  /** Lets a minute pass, so that the limits per minute do not apply. */
  const later = (): Promise<void> => time.advance(61_000)
  return {
    book,
    access,
    alerts,
    drawings,
    time,
    drawingTime,
    state,
    records,
    refusals,
    change,
    later,
  }
}
