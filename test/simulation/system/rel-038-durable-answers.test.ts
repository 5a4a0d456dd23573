import { describe, expect, test } from 'vitest'
import type { Order } from '../../../shared/domain/orders/order.js'
import { trueOrder } from './checks/exchange-truth.js'
import { LimitedRun } from './limited-run.js'

/** A client that cancels an order at an exchange whose disk has failed. */
class FailedDisk extends LimitedRun {
  constructor() {
    super('sandbox')
  }

  get order(): Order {
    const [order] = this.simulation.client?.session.streams.orders.all() ?? []
    if (order === undefined) throw new Error('no order is shown')
    return order
  }

  /** The order's status at the exchange. */
  get truth(): string | undefined {
    const { accountId, clientOrderId } = this.order
    return trueOrder(this.simulation.exchange.exchange, accountId, clientOrderId)?.status
  }

  async startWithOneOrder(): Promise<void> {
    const { simulation } = this
    await this.start(0)
    this.other.placeResting('stock', 1)
    const { orders } = simulation.client?.session.streams ?? {}
    await this.run(20_000, () => orders?.all()[0]?.status === 'working')
  }

  cancel(): void {
    const { accountId, clientOrderId } = this.order
    const input = { accountId, clientOrderId } as never
    void this.simulation.client?.handlers['orders.cancel'](input, {
      ref: 'test',
      surface: 'main',
      sender: 1,
    })
  }
}

describe('REL-38: an exchange whose disk has failed', () => {
  test('shows nobody a cancel that a crash makes it forget', async () => {
    const desk = new FailedDisk()
    await desk.startWithOneOrder()
    const { exchange } = desk.simulation

    Object.assign(exchange.disk, { failing: true, losesAll: true })
    desk.cancel()
    await desk.run(30_000)
    expect([desk.truth, desk.order.status]).toEqual(['CANCELLED', 'working'])

    exchange.disk.failing = false
    desk.simulation.crashExchange()
    await desk.simulation.startExchange()
    await desk.run(90_000, () => desk.order.pending === null)
    expect([desk.truth, desk.order.status, desk.order.pending]).toEqual([
      'SUBMITTED',
      'working',
      null,
    ])
  })

  test('shows the cancel once the disk works again', async () => {
    const desk = new FailedDisk()
    await desk.startWithOneOrder()
    const { exchange } = desk.simulation

    exchange.disk.failing = true
    desk.cancel()
    await desk.run(10_000)
    exchange.disk.failing = false

    await desk.run(60_000, () => desk.order.status === 'cancelled')
    expect([desk.truth, desk.order.status]).toEqual(['CANCELLED', 'cancelled'])
  })
})
