import { expect, test } from 'vitest'
import {
  notifyAlerts,
  TOGETHER_MS,
  type AlertDesktop,
} from '../../../electron/app/notifications/alert-notifier.js'
import { formatterOf, loadLanguages } from '../../../electron/app/settings/system-language.js'
import type { Language } from '../../../shared/messages/languages.js'
import { MINUTE_MS } from '../../../shared/domain/time.js'
import { openAlerts, priceTerms } from '../core/alerts/alert-fixture.js'

await loadLanguages()

type Signal = Parameters<AlertDesktop['signalAlert']>[0]

/** Opens alerts whose signals are collected. */
async function openSignals(language: Language) {
  const desk = await openAlerts()
  const signals: Signal[] = []
  const hides = { now: false }
  notifyAlerts(
    desk,
    {
      language: { language, write: formatterOf(language) },
      signalAlert: (signal) => signals.push(signal),
      hidesFigures: () => hides.now,
    },
    desk.time,
  )
  desk.quote({ last: '99' })
  return { desk, signals, hides }
}

test('an alert is shown and sounds, with the note of the person', async () => {
  const { desk, signals } = await openSignals('en')
  await desk.create(priceTerms('100', 'above', { note: 'Breakout' }))
  desk.quote({ last: '101' })
  expect(signals).toEqual([
    { content: { title: 'Alert: AAPL rose to 101.00', body: 'Breakout' }, sound: true },
  ])
})

test('an alert may be silent, or without a notification', async () => {
  const { desk, signals } = await openSignals('en')
  await desk.create(priceTerms('100', 'above', { sound: false, notification: false }))
  desk.quote({ last: '101' })
  expect(signals).toEqual([{ content: null, sound: false }])
})

test('a notification says, in the language of the person, that it fired late', async () => {
  const { desk, signals } = await openSignals('es')
  await desk.create(priceTerms('100', 'above'))
  const before = desk.exchangeNow()
  desk.market.setState('down')
  await desk.time.advance(MINUTE_MS)
  desk.market.setState('live')
  desk.quote({ last: '101', time: before })
  expect(signals).toMatchObject([
    {
      content: {
        title: 'Alerta: AAPL subió a 101.00',
        body: 'Ocurrió mientras no se evaluaba nada. El precio no era actual cuando llegó.',
      },
    },
  ])
})

test('the first of many alerts is signaled at once, and the others as one number with one sound', async () => {
  const { desk, signals } = await openSignals('en')
  for (let level = 100; level < 150; level += 1) await desk.create(priceTerms(`${level}`, 'above'))
  desk.quote({ last: '200' })
  expect(signals).toMatchObject([{ content: { title: 'Alert: AAPL rose to 200.00' }, sound: true }])
  await desk.time.advance(TOGETHER_MS)
  expect(signals.slice(1)).toEqual([
    {
      content: { title: '49 alerts fired or expired', body: 'Open Countersign to read it.' },
      sound: true,
    },
  ])
  await desk.time.advance(TOGETHER_MS)
  await desk.create(priceTerms('300', 'above'))
  desk.quote({ last: '300' })
  expect(signals).toHaveLength(3)
})

test('a notification names neither symbol nor amount while amounts are hidden', async () => {
  const { desk, signals, hides } = await openSignals('en')
  hides.now = true
  await desk.create(priceTerms('100', 'above', { note: 'Sell 500' }))
  desk.quote({ last: '101' })
  expect(signals).toEqual([
    {
      content: { title: 'An alert fired', body: 'Open Countersign to read it.' },
      sound: true,
    },
  ])
})
