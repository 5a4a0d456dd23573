import { describe, expect, it } from 'vitest'
import { asPrice, dec } from '../../../../../shared/domain/decimal.js'
import type { AlertTerms } from '../../../../../shared/domain/alerts/alert.schema.js'
import { symbol, type WaitingId } from '../../../../../shared/domain/ids.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import { windowChangeLine } from '../../../../../shared/messages/window-change-line.js'
import { MSFT as MSFT_KEY } from '../../drawings/drawing-fixture.js'
import {
  ALERT,
  CLAUDE,
  createFiles,
  CURSOR,
  FILL,
  MARK,
  MSFT,
  openWindow,
  SHOW,
} from './window-fixture.js'

type Opened = Awaited<ReturnType<typeof openWindow>>

const lines = ({ book }: Pick<Opened, 'book'>): readonly string[] =>
  book.get().changes.map((entry) => {
    const { change } = entry
    return change.kind === 'watchlist' ? '' : inEnglish(windowChangeLine({ ...entry, change }))
  })
const firstId = ({ book }: Pick<Opened, 'book'>): string => book.get().changes[0]?.id ?? ''

describe('changes of the window by assistants', () => {
  it('are recorded before they take effect, shown with their author, and can be undone', async () => {
    const opened = await openWindow()
    expect(await opened.change(SHOW)).toBe('shown')
    expect(await opened.change(FILL, CURSOR)).toBe('filled')
    expect(lines(opened)).toEqual([
      'Claude showed MSFT, daily, on the chart (before: AAPL, 5 min)',
      'Cursor filled the ticket, and sent nothing: BUY 7 MSFT, limit 401.50, day',
    ])
    expect(opened.records.map((line) => line.split(':')[0])).toEqual([
      'window a Claude requested to show MSFT on the chart',
      'window b Cursor requested to fill the ticket',
    ])
    expect((await opened.book.decide(firstId(opened), 'undo', null)).ok).toBe(true)
    expect((await opened.book.decide(firstId(opened), 'keep', null)).ok).toBe(true)
    expect(lines(opened)).toEqual([])
    expect(opened.records.slice(2).map((line) => line.split(':')[0])).toEqual([
      'window a The person has undone',
      'window b The person has kept',
    ])
    expect((await opened.book.decide('gone', 'accept', null)).ok).toBe(false)
  })

  it('do not take effect when they cannot be recorded or stored', async () => {
    const files = createFiles()
    const opened = await openWindow(files)
    opened.state.isRecorded = false
    for (const request of [SHOW, FILL, ALERT, MARK]) {
      expect(await opened.change(request)).toBe('unavailable')
    }
    opened.state.isRecorded = true
    files.changes.failure = { kind: 'io', message: 'full' } as never
    for (const request of [ALERT, MARK]) expect(await opened.change(request)).toBe('unavailable')
    expect(opened.alerts.get().alerts).toEqual([])
    expect(opened.drawings.view(MSFT_KEY).get().drawings).toEqual([])
    expect(lines(opened)).toEqual([])
  })

  it('are refused while halted, paused, revoked or without the toolset', async () => {
    const { change, state, refusals, records } = await openWindow()
    state.halted = true
    expect(await change(SHOW)).toBe('halted')
    state.halted = false
    state.connection = 'paused'
    expect(await change(FILL)).toBe('paused')
    state.connection = 'revoked'
    expect(await change(ALERT)).toBe('revoked')
    state.connection = 'active'
    state.toolsets = ['watchlists', 'trading']
    expect(await change(MARK)).toBe('toolset-off')
    expect(refusals).toEqual(['halted', 'paused', 'revoked', 'toolset-off'])
    expect(records).toEqual([])
  })

  it('changes of the chart are refused while nobody sees it, it is locked, or a card is open', async () => {
    const { change, state, time, later } = await openWindow()
    state.page = { kind: 'hidden' }
    expect(await change(SHOW)).toBe('not-ready')
    await later()
    state.locked = true
    expect(await change(SHOW)).toBe('locked')
    state.locked = false
    state.isCardOpen = true
    expect(await change(SHOW)).toBe('not-ready')
    state.isCardOpen = false
    state.page = null
    const waiting = change(SHOW)
    await time.advance(3_000)
    expect(await waiting).toBe('not-ready')
  })

  it('changes of the ticket wait as an offer while it must not change, and keep the draft', async () => {
    const opened = await openWindow()
    const { change, state, book } = opened
    state.page = { kind: 'draft' }
    expect(await change(FILL)).toBe('offered')
    state.locked = true
    expect(await change(FILL)).toBe('offered')
    state.locked = false
    state.isCardOpen = true
    expect(await change(FILL)).toBe('offered')
    expect(lines(opened)).toEqual([
      'Claude prepared an order, and your ticket is unchanged: BUY 7 MSFT, limit 401.50, day',
    ])
    const shown = { symbol: symbol('NVDA'), timespan: 'M5' } as const
    expect((await book.decide(firstId(opened), 'accept', shown)).ok).toBe(true)
    expect(book.get().changes).toMatchObject([{ isOffered: false, change: { before: shown } }])
  })

  it('are accepted ten times a minute from one assistant, and thirty from all', async () => {
    const { change, later, state } = await openWindow()
    state.page = { kind: 'draft' }
    for (let count = 0; count < 10; count += 1) expect(await change(FILL)).toBe('offered')
    expect(await change(FILL)).toBe('too-many')
    expect(await change(FILL, CURSOR)).toBe('offered')
    await later()
    expect(await change(FILL)).toBe('offered')
  })

  it('changes of the chart need a pause of two seconds between them', async () => {
    const { change, time } = await openWindow()
    expect(await change(SHOW)).toBe('shown')
    expect(await change(SHOW, CURSOR)).toBe('too-many')
    await time.advance(2_000)
    expect(await change(SHOW, CURSOR)).toBe('shown')
  })

  it('changes of one assistant to the chart are one change, undone to what the person chose', async () => {
    const { change, state, time, book } = await openWindow()
    await change(SHOW)
    await time.advance(2_000)
    state.page = {
      kind: 'done',
      before: { symbol: MSFT, timespan: 'D' },
      after: { symbol: symbol('NVDA'), timespan: 'D' },
    }
    await change({ kind: 'show', symbol: symbol('NVDA'), timespan: 'D' })
    expect(book.get().changes).toMatchObject([
      { change: { before: { symbol: 'AAPL', timespan: 'M5' }, after: { symbol: 'NVDA' } } },
    ])
  })
})

describe('alerts and drawings of assistants', () => {
  it('are plain text with the name of the assistant (SEC-27)', async () => {
    const opened = await openWindow()
    await opened.change({ ...ALERT, note: 'Round \u202enumber\n\u0007<b>x</b>' } as typeof ALERT)
    await opened.change({ ...MARK, text: 'Tar\u202eget\n1' } as typeof MARK)
    expect(opened.alerts.get().alerts[0]?.note).toBe('Claude: “Round number <b>x</b>”')
    expect(opened.drawings.view(MSFT_KEY).get().drawings).toMatchObject([
      { kind: 'horizontal', text: 'Tar get 1', source: { kind: 'assistant', name: 'Claude' } },
    ])
    expect(opened.book.get().alerts).toEqual([
      { alertId: opened.alerts.get().alerts[0]?.id, assistant: 'Claude' },
    ])
  })

  it('are undone after a restart, and stay marked when the person keeps them', async () => {
    const files = createFiles()
    const first = await openWindow(files)
    await first.change(ALERT)
    await first.change(MARK)
    await first.book.dispose()
    await first.alerts.dispose()
    await first.drawings.dispose()
    const later = await openWindow(files)
    await later.drawings.load()
    expect(lines(later)).toEqual([
      'Claude set an alert: MSFT rises to 500.00 or above',
      'Claude drew a level “Target” on MSFT, from 500.00',
    ])
    expect((await later.book.decide(firstId(later), 'keep', null)).ok).toBe(true)
    expect((await later.book.decide(firstId(later), 'undo', null)).ok).toBe(true)
    expect(lines(later)).toEqual([])
    expect(later.drawings.view(MSFT_KEY).get().drawings).toEqual([])
    expect(later.book.get().alerts).toHaveLength(1)
  })

  it('are removed by their own assistant only, and return when that is undone', async () => {
    const opened = await openWindow()
    const { change, book, alerts } = opened
    await change(ALERT)
    const id = alerts.get().alerts[0]?.id ?? ''
    const removal = { kind: 'remove', item: 'alert', id } as const
    expect(await change(removal, CURSOR)).toBe('not-found')
    await book.decide(firstId(opened), 'keep', null)
    expect(await change(removal)).toBe('removed')
    expect(alerts.get().alerts).toEqual([])
    expect(lines(opened)).toEqual(['Claude removed its alert: MSFT rises to 500.00 or above'])
    expect((await book.decide(firstId(opened), 'undo', null)).ok).toBe(true)
    expect(alerts.get().alerts).toMatchObject([{ note: 'Claude', state: 'active' }])
    expect(book.ownedBy(CLAUDE)).toHaveLength(1)
  })

  it('return with everything that the person changed of them, after a restart too', async () => {
    const files = createFiles()
    const { change, book, alerts, drawings } = await openWindow(files)
    await change(ALERT)
    const [alert] = alerts.get().alerts
    if (alert === undefined) throw new Error('no alert was made')
    const terms: AlertTerms = {
      condition: alert.condition,
      repeatMs: 3_600_000,
      expiresAt: null,
      sound: false,
      notification: false,
      note: 'Claude: mine',
      ticket: null,
      wake: { waitingId: '0'.repeat(32) as WaitingId, label: 'Claude: BUY 1 MSFT' },
    }
    expect((await alerts.edit({ kind: 'change', id: alert.id, terms })).ok).toBe(true)
    await book.decide(book.get().changes[0]?.id ?? '', 'keep', null)
    expect(await change({ kind: 'remove', item: 'alert', id: alert.id })).toBe('removed')
    await book.dispose()
    await alerts.dispose()
    await drawings.dispose()
    const later = await openWindow(files)
    expect((await later.book.decide(firstId(later), 'undo', null)).ok).toBe(true)
    expect(later.alerts.get().alerts).toMatchObject([terms])
  })

  it('leave nothing to decide on when they go before the person decided', async () => {
    const opened = await openWindow()
    const { change, drawings } = opened
    await change(MARK)
    const id = drawings.view(MSFT_KEY).get().drawings[0]?.id ?? ''
    expect(await change({ kind: 'remove', item: 'drawing', id })).toBe('removed')
    expect(lines(opened)).toEqual([])
    await change(ALERT)
    await opened.alerts.edit({ kind: 'remove', id: opened.alerts.get().alerts[0]?.id as never })
    expect(lines(opened)).toEqual([])
  })

  it('are at most twenty per assistant, and per instrument for drawings', async () => {
    const { change, later } = await openWindow()
    const many = async (request: typeof ALERT | typeof MARK): Promise<string[]> => {
      const answers: string[] = []
      for (let count = 0; count < 21; count += 1) {
        if (count % 10 === 0) await later()
        answers.push(await change(request))
      }
      return answers
    }
    expect((await many(ALERT)).at(-1)).toBe('too-many')
    expect((await many(MARK)).at(-1)).toBe('too-many')
    await later()
    expect(await change({ ...MARK, symbol: symbol('NVDA') } as typeof MARK)).toBe('made')
    expect(await change(MARK, CURSOR)).toBe('made')
  })

  it('are listed for their assistant with what is undecided, and nothing else', async () => {
    const { change, access, alerts } = await openWindow()
    await alerts.edit({
      kind: 'create',
      terms: {
        condition: {
          kind: 'price',
          instrument: { assetClass: 'stock', symbol: MSFT },
          when: 'above',
          price: asPrice(dec('600')),
        },
        repeatMs: null,
        expiresAt: null,
        sound: false,
        notification: false,
        note: 'private',
        ticket: null,
      },
    })
    await change(ALERT)
    await change(MARK, CURSOR)
    const items = await access.read(CLAUDE)
    expect(items).toMatchObject({
      ok: true,
      value: {
        alerts: [{ condition: 'MSFT rises to 500.00 or above', state: 'active' }],
        drawings: [],
        undecided: ['Claude set an alert: MSFT rises to 500.00 or above'],
      },
    })
    expect(JSON.stringify(items)).not.toContain('private')
  })
})

describe('an order from a ticket that an assistant filled', () => {
  it('is recorded as sent by hand and prepared by the assistant, also after it was kept', async () => {
    const opened = await openWindow()
    const { book, records } = opened
    await opened.change(FILL)
    const id = firstId(opened)
    await book.decide(id, 'keep', null)
    await book.recordSent(id, ['order-0001' as never])
    expect([...book.prepared()]).toEqual([['order-0001', 'Claude']])
    expect(records.at(-1)).toBe(
      'window a The person sent an order by hand that Claude had prepared: order-0001',
    )
    await book.recordSent('unknown', ['order-0002' as never])
    expect(book.prepared().size).toBe(1)
  })

  it('is offered again after a restart, because the ticket is empty then', async () => {
    const files = createFiles()
    const first = await openWindow(files)
    await first.change(FILL)
    await first.book.dispose()
    const later = await openWindow(files)
    expect(later.book.get().changes).toMatchObject([
      { isOffered: true, change: { kind: 'ticket', before: null } },
    ])
  })

  it('REL-38: a damaged list is set aside, and a new one begins', async () => {
    const files = createFiles()
    files.changes.content = '{"v":1,"changes":"x"}'
    const opened = await openWindow(files)
    expect(files.changes.aside).toEqual(['{"v":1,"changes":"x"}'])
    expect(await opened.change(FILL)).toBe('filled')
  })
})
