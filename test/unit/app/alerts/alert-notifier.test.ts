import { expect, test } from 'vitest'
import { notifyAlerts, type AlertDesktop } from '../../../../electron/app/alerts/alert-notifier.js'
import { formatterOf } from '../../../../electron/app/settings/system-language.js'
import type { Language } from '../../../../shared/messages/languages.js'
import { MINUTE_MS } from '../../../../shared/domain/time.js'
import { openAlerts, priceTerms } from '../../core/alerts/alert-fixture.js'

type Signal = Parameters<AlertDesktop['signalAlert']>[0]

/** Opens alerts whose signals are collected. */
async function openSignals(language: Language) {
  const desk = await openAlerts()
  const signals: Signal[] = []
  notifyAlerts(desk, {
    language: { language, write: formatterOf(language) },
    signalAlert: (signal) => signals.push(signal),
  })
  desk.quote({ last: '99' })
  return { desk, signals }
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
