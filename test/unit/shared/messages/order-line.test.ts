import { describe, expect, it } from 'vitest'
import { dec } from '../../../../shared/domain/decimal.js'
import type { OrderDescription } from '../../../../shared/domain/orders/order-description.js'
import { catalogue as spanish } from '../../../../shared/messages/translations/es/index.js'
import { createMessageFormatter, inEnglish } from '../../../../shared/messages/format-message.js'
import { foreign, message } from '../../../../shared/messages/make-message.js'
import { storedMessage, storedPauseReason } from '../../../../shared/messages/stored-message.js'

const inSpanish = createMessageFormatter('es', spanish)
const order: OrderDescription = {
  side: 'buy',
  symbol: 'AAPL',
  assetClass: 'stock',
  type: 'limit',
  timeInForce: 'gtc',
  session: 'all',
  quantity: dec('1000'),
  amount: null,
  limitPrice: dec('187.5'),
  stopPrice: null,
  trail: null,
  expireDate: null,
  strategy: null,
  intent: null,
  outcome: null,
  legs: [],
  algo: null,
}
const line = (change: Partial<OrderDescription> = {}, action: 'place' | 'cancel' = 'place') =>
  message('order.line', { action, order: { ...order, ...change }, name: 'Apple Inc., NASDAQ' })

describe('CONFIRM-19: an order in words', () => {
  it.each([
    [
      line(),
      'BUY 1,000 AAPL (Apple Inc., NASDAQ), limit 187.50, good till canceled, also in extended hours',
      'COMPRAR 1,000 AAPL (Apple Inc., NASDAQ), límite 187.50, válida hasta cancelar, también en horario extendido',
    ],
    [
      line({ side: 'short', session: 'core', timeInForce: 'day' }, 'cancel'),
      'CANCEL the order SELL SHORT 1,000 AAPL (Apple Inc., NASDAQ), limit 187.50, day',
      'CANCELAR la orden VENDER EN CORTO 1,000 AAPL (Apple Inc., NASDAQ), límite 187.50, válida por el día',
    ],
    [
      line({
        type: 'trailing-stop',
        limitPrice: null,
        trail: { kind: 'percent', step: dec('0.025') },
        session: 'core',
      }),
      'BUY 1,000 AAPL (Apple Inc., NASDAQ), trailing stop of 2.5%, good till canceled',
      'COMPRAR 1,000 AAPL (Apple Inc., NASDAQ), stop dinámico a 2.5%, válida hasta cancelar',
    ],
  ])('is written in the language of the window', (summary, english, translated) => {
    expect(inEnglish(summary)).toBe(english)
    expect(inSpanish(summary)).toBe(translated)
  })
})

describe('a text of a record', () => {
  it('is found again in the catalog, with its reason', () => {
    const approved = storedMessage('Approved by the person')
    expect(inSpanish(approved)).toBe('Aprobada por la persona')
    const denied = storedMessage('Not allowed any more: the policy changed')
    expect(inSpanish(denied)).toBe('Ya no está permitida: la política cambió')
    const rejected = storedMessage('The broker refused it: too poor')
    expect(inSpanish(rejected)).toBe('El bróker la rechazó: too poor')
    const unsent = storedMessage('Not sent: The order journal cannot be written')
    expect(inSpanish(unsent)).toBe('No se envió: No se puede escribir en el diario de órdenes')
  })

  it('is found again when it is the reason of a pause or of a halt', () => {
    const halted = storedPauseReason('Halted: Halted by you in Countersign.')
    expect(halted).toEqual(
      message('killSwitch.pauseReason', { reason: message('session.haltedByHand') }),
    )
    expect(inSpanish(halted)).toBe('Detenidos: Detenido por usted en Countersign.')
    const withdrawn = storedMessage('assistants were halted: Halted from the tray.')
    expect(inSpanish(withdrawn)).toBe(
      'los asistentes se detuvieron: Detenido desde la bandeja del sistema.',
    )
    expect(storedPauseReason('Paused by hand in Countersign.')).toEqual(
      message('assistants.pausedByHand'),
    )
    expect(storedPauseReason('Halted: by an earlier version')).toEqual(
      message('killSwitch.pauseReason', { reason: foreign('by an earlier version') }),
    )
    expect(storedPauseReason('written by hand')).toEqual(foreign('written by hand'))
  })

  it('stays as it is when a person or an earlier version wrote it', () => {
    expect(storedMessage('not this one')).toEqual(foreign('not this one'))
  })
})
