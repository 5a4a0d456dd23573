import { describe, expect, it } from 'vitest'
import { alertNotification } from '../../../../../electron/app/notifications/alert-notifier.js'
import {
  recordListDecisions,
  WatchlistAccess,
} from '../../../../../electron/core/instructions/assistant/watchlist-access.js'
import { toPlainText } from '../../../../../electron/core/instructions/order-text/plain-text.js'
import { WatchlistBook } from '../../../../../electron/core/market/watchlists/watchlist-book.js'
import type { WatchlistPort } from '../../../../../electron/core/market/watchlists/watchlist-port.js'
import { providerFailure } from '../../../../../electron/core/provider-failure.js'
import { formatterOf, loadLanguages } from '../../../../../electron/app/settings/system-language.js'
import { alertDetail } from '../../../../../renderer/format/alert-detail.js'
import { watchlistLabel } from '../../../../../renderer/format/watchlist-label.js'
import type { FiredAlert } from '../../../../../shared/domain/alerts/alert.schema.js'
import type { ConnectionView } from '../../../../../shared/domain/instructions/connection.js'
import { err, ok } from '../../../../../shared/domain/result.js'
import { epochMs } from '../../../../../shared/domain/time.js'
import { alertCondition } from '../../../../../shared/messages/alert-line.js'
import { LANGUAGES } from '../../../../../shared/messages/languages.js'
import { foreign } from '../../../../../shared/messages/make-message.js'
import { windowChangeLine } from '../../../../../shared/messages/window-change-line.js'
import { text as english } from '../../../../../shared/messages/en/window/index.js'
import { text as textEs } from '../../../../../shared/messages/translations/es/window/index.js'
import { fakeDocument } from '../../../../fakes/document.js'
import { openAlerts } from '../../alerts/alert-fixture.js'
import { drawingOf, drawingTerms, KEY } from '../../alerts/drawing-fixture.js'
import { ALERT, CLAUDE, MARK, openWindow } from './window-fixture.js'

await loadLanguages()

const ASSISTANT = 'Claude'

/** Texts with which an assistant would speak as the program does, or break out of its place. */
const ATTACKS: Readonly<Record<string, string>> = {
  'the words of an order': 'Stop loss 100 @ 190.71 WORKING',
  'the words of the program': 'Countersign: account locked',
  'look-alike letters': '\u0421\u043euntersign: \u0430ccount locked',
  'a line break': 'Target\nCountersign: account locked',
  'a closing quotation mark': 'x”. Countersign: account locked. “',
  'a Spanish quotation mark': 'x». Countersign: cuenta bloqueada. «',
  'a right-to-left override': 'abc\u202e DETROHS 001\u2066',
  'control characters': 'a\u0007\u001b[31mb\u0000c\u009b',
  'invisible characters': '\u200b\u2060\u3164Countersign\ufeff',
  'stacked marks': `a${'\u0301'.repeat(500)}`,
  '10,000 characters': 'Order filled. '.repeat(715),
}

const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** Returns what stands outside of quotation marks; a line that is cut ends in one. */
const unquoted = (text: string): string => text.replace(/“[^“”]*(?:”|$)|«[^«»]*(?:»|$)/gu, '')

/** True when the words of the attack stand outside of a quotation, where the program speaks. */
const speaksAsProgram = (text: string): boolean =>
  /[a\u0430]ccount locked|cuenta bloqueada|WORKING|DETROHS|Order filled|31m|Target/u.test(
    unquoted(text),
  )

const OFFLINE = {
  watchlists: async () => err(providerFailure('unavailable', foreign('offline'))),
} as unknown as WatchlistPort

/** Opens watchlists that assistants change, with what is recorded. */
async function openLists() {
  let ids = 0
  const records: string[] = []
  const audit = {
    append: (_kind: string, _subject: string, line: string) => {
      records.push(line)
      return Promise.resolve(ok({ seq: 1, hash: '' }))
    },
  }
  const book = new WatchlistBook({
    port: async () => OFFLINE,
    file: fakeDocument(),
    clock: { now: () => epochMs(1_000) },
    timers: { after: () => () => undefined, every: () => () => undefined },
    log: { event: () => undefined },
    newId: () => `list${(ids += 1)}`,
  })
  await book.read()
  recordListDecisions(audit, book)
  const access = new WatchlistAccess({
    book,
    audit,
    refusals: { record: () => Promise.resolve() },
    clock: { monotonic: () => 0 },
    isShown: true,
    ready: () =>
      ok({
        name: ASSISTANT,
        state: 'active',
        pauseWhy: null,
        policy: { toolsets: ['watchlists'] },
      } as unknown as ConnectionView),
    halted: { get: () => false, subscribe: () => () => undefined },
    listed: (symbols) => Promise.resolve(ok(symbols)),
  })
  return { book, access, records }
}

type Texts = readonly string[]

/** Each place where a text of an assistant is read, with how it gets there. */
const PLACES: Readonly<Record<string, (attack: string) => Promise<Texts>>> = {
  'the note of an alert, in lists and files': async (attack) => {
    const { alerts, change } = await openWindow()
    expect(await change({ ...ALERT, note: attack } as typeof ALERT)).toBe('made')
    return alerts.get().alerts.map(({ note }) => note)
  },
  'the notification of an alert': async (attack) => {
    const { alerts, change } = await openWindow()
    await change({ ...ALERT, note: attack } as typeof ALERT)
    const [alert] = alerts.get().alerts
    return LANGUAGES.map((language) => {
      const { body } = alertNotification(
        { event: { ...alert, gap: null, delay: 'current' }, summary: foreign('x') } as FiredAlert,
        { language, write: formatterOf(language) },
      )
      return body
    })
  },
  'the history of alerts': async (attack) => {
    const { alerts, change } = await openWindow()
    await change({ ...ALERT, note: attack } as typeof ALERT)
    const [alert] = alerts.get().alerts
    return LANGUAGES.map((language) =>
      alertDetail(
        { ...alert, gap: null, delay: 'current' } as FiredAlert['event'],
        (language === 'en' ? english : (textEs as typeof english)).alerts,
      ),
    )
  },
  'the list of changes, for a drawing': async (attack) => {
    const { book, change, records } = await openWindow()
    expect(await change({ ...MARK, text: attack } as typeof MARK)).toBe('made')
    const [entry] = book.get().changes
    if (entry === undefined || entry.change.kind === 'watchlist') throw new Error('no change')
    const drawn = { ...entry, change: entry.change }
    return [
      ...LANGUAGES.map((language) => formatterOf(language)(windowChangeLine(drawn))),
      ...records.map((line) => line.replace(/^window a /u, '')),
    ]
  },
  'the watchlists': async (attack) => {
    const { book, access } = await openLists()
    const made = await access.change(CLAUDE, {
      kind: 'create',
      name: toPlainText(attack, 50),
      symbols: [],
    })
    expect(made.ok).toBe(true)
    return book.get().lists.map(watchlistLabel)
  },
  'the watchlists, after a new name': async (attack) => {
    const { book, access } = await openLists()
    await book.edit({ kind: 'create', name: 'Tech', symbols: [], atBroker: false })
    const id = book.get().lists[0]?.id ?? ''
    await access.change(CLAUDE, { kind: 'rename', id, name: toPlainText(attack, 50) })
    return book.get().lists.map(watchlistLabel)
  },
  'the records of watchlists': async (attack) => {
    const { book, access, records } = await openLists()
    await access.change(CLAUDE, { kind: 'create', name: toPlainText(attack, 50), symbols: [] })
    await book.edit({ kind: 'keep', changeId: book.get().changes[0]?.id ?? '' })
    return records.map((line) => line.replace(/^The person has kept: /u, ''))
  },
}

describe('SEC-31: a text of an assistant', () => {
  for (const [place, write] of Object.entries(PLACES)) {
    it.each(Object.entries(ATTACKS))(
      `begins with its author and stands in quotation marks in ${place}: %s`,
      async (_name, attack) => {
        const texts = await write(attack)
        expect(texts.length).toBeGreaterThan(0)
        for (const text of texts) {
          expect(text.startsWith(ASSISTANT)).toBe(true)
          expect(text).not.toMatch(NOT_PLAIN)
          expect(text.length).toBeLessThanOrEqual(500)
          expect(speaksAsProgram(text), text).toBe(false)
        }
      },
    )
  }

  it.each(Object.entries(ATTACKS))(
    'is refused or cleaned as the name of a watchlist: %s',
    async (_name, attack) => {
      const { book, access } = await openLists()
      await access.change(CLAUDE, { kind: 'create', name: attack, symbols: [] })
      for (const { name } of book.get().lists) {
        expect(name).toBe(toPlainText(name, 50))
        expect(name).not.toBe('')
      }
    },
  )

  it.each(Object.entries(ATTACKS))(
    'names its author in the condition of an alert on its drawing: %s',
    async (_name, attack) => {
      const run = await openAlerts()
      await run.drawings.load()
      const drawing = drawingOf('horizontal', [[0, '105']], { text: toPlainText(attack, 400) })
      const edit = { kind: 'add', drawings: [drawing] } as const
      await run.drawings.edit(KEY, edit, { kind: 'assistant', name: ASSISTANT })
      await run.create(drawingTerms('horizontal'))
      const [alert] = run.alerts.get().alerts
      if (alert === undefined) throw new Error('no alert')
      for (const language of LANGUAGES) {
        const line = formatterOf(language)(alertCondition(alert.condition))
        expect(line).toMatch(/[“«]Claude: /u)
        expect(line).not.toMatch(NOT_PLAIN)
        expect(speaksAsProgram(line), line).toBe(false)
      }
    },
  )
})
