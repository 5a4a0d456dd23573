import { describe, expect, it } from 'vitest'
import type { Order } from '../../../shared/domain/orders/order.js'
import { createMessageFormatter, inEnglish } from '../../../shared/messages/format-message.js'
import { catalogue as spanish } from '../../../shared/messages/translations/es/index.js'
import { leaveQuestion, openMatters } from '../../../electron/app/leave/leave-question.js'

const order = (symbol: string, status: Order['status'], pending: unknown = null): Order =>
  ({ symbol, status, pending }) as unknown as Order
const inSpanish = createMessageFormatter('es', spanish)

describe('the question before the program ends', () => {
  it('is not asked when nothing is open', () => {
    const matters = openMatters('sandbox', [order('AAPL', 'filled'), order('F', 'cancelled')], {
      instructions: 0,
      alerts: 3,
    })
    expect(leaveQuestion('quit', matters, inEnglish)).toBeNull()
  })

  it('names the working orders and says that they stay at the broker', () => {
    const symbols = ['AAPL', 'MSFT', 'F', 'SPY', 'KO']
    const orders = symbols.map((symbol) => order(symbol, 'working'))
    const question = leaveQuestion(
      'quit',
      openMatters('production', orders, { instructions: 0 }),
      inEnglish,
    )
    expect(question?.dialog.detail).toBe(
      '5 working orders stay at the broker (AAPL, MSFT, F, and 2 more). Working orders can still fill while Countersign is closed.',
    )
    expect(question?.dialog.buttons).toEqual(['Quit', 'Cancel orders and quit', 'Stay'])
    expect(question?.choices[question.dialog.cancelId]).toBe('stay')
  })

  it('says of an order in flight that its outcome is checked at the next start', () => {
    const orders = [order('AAPL', 'unknown'), order('MSFT', 'sending')]
    const question = leaveQuestion(
      'quit',
      openMatters('sandbox', orders, { instructions: 0 }),
      inEnglish,
    )
    expect(question?.dialog.detail).toContain('2 orders have requests without a known outcome')
    expect(question?.choices).toEqual(['leave', 'stay'])
  })

  it('says that pending instructions are withdrawn, in Spanish too', () => {
    const matters = openMatters('practice', [order('AAPL', 'working')], { instructions: 2 })
    const detail = leaveQuestion('quit', matters, inSpanish)?.dialog.detail ?? ''
    expect(detail).toContain('1 orden de práctica sigue activa (AAPL)')
    expect(detail).toContain('Se retiran 2 instrucciones pendientes')
  })

  it('says before another profile opens what becomes of the orders of this one', () => {
    const orders = [order('AAPL', 'working'), order('F', 'unknown')]
    const practice = leaveQuestion(
      'leaveProfile',
      openMatters('practice', orders, { instructions: 0 }),
      inEnglish,
    )
    expect(practice?.dialog.message).toBe('Switch to another profile?')
    expect(practice?.dialog.detail).toContain('The practice exchange stops now and continues when')
    expect(practice?.dialog.detail).toContain('when you open this profile again')
    expect(practice?.dialog.buttons).toEqual(['Switch', 'Cancel orders and switch', 'Stay'])
    const live = leaveQuestion(
      'leaveProfile',
      openMatters('production', orders, { instructions: 0 }),
      inEnglish,
    )
    expect(live?.dialog.detail).toContain('can still fill while another profile is open')
  })

  it('says that conditions and alerts are not evaluated until the next start', () => {
    const matters = openMatters('production', [], { instructions: 0, waiting: 1, alerts: 2 })
    expect(leaveQuestion('quit', matters, inEnglish)?.dialog.detail).toBe(
      '1 instruction waits for its condition. It stays stored; conditions are not evaluated while Countersign is closed.\n\n2 alerts are not evaluated until the next start.',
    )
    expect(leaveQuestion('quit', matters, inSpanish)?.dialog.detail).toContain(
      '2 alertas no se evalúan hasta el próximo inicio.',
    )
    const switching = leaveQuestion('leaveProfile', matters, inEnglish)?.dialog.detail
    expect(switching).toContain('until you open this profile again')
  })
})
