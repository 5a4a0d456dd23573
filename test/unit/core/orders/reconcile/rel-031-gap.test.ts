import { describe, expect, test } from 'vitest'
import { ReconcilerFixture } from './reconciler-fixture.js'

/** Two working orders of the last run. */
async function startable(): Promise<ReconcilerFixture> {
  const desk = new ReconcilerFixture()
  await desk.runBefore(2)
  return desk
}

/** Begins to poll. */
async function recovered(desk: ReconcilerFixture): Promise<void> {
  void desk.reconciler.recover([])
  await desk.pass(0)
}

describe('REL-31: a gap in the events', () => {
  const working = (desk: ReconcilerFixture) => [1, 2].map((n) => desk.statusOf(n))

  test('marks working orders until the broker reports them again', async () => {
    const desk = await startable()
    desk.reconciler.onSubscribed()
    await recovered(desk)
    await desk.pass(500)
    expect(working(desk)).toEqual(['working', 'working'])
    desk.answerMs = 50
    desk.reconciler.onSubscribed()
    expect(working(desk)).toEqual(['working, unconfirmed', 'working, unconfirmed'])
    await desk.pass(120)
    expect(working(desk)).toEqual(['working', 'working'])
  })

  test('the same after a sleep without one, and causes no request of its own', async () => {
    const desk = await startable()
    await recovered(desk)
    await desk.pass(500)
    desk.listedAt.length = 0
    desk.reconciler.onAwake()
    expect(working(desk)).toEqual(['working, unconfirmed', 'working, unconfirmed'])
    await desk.pass(400)
    expect(desk.listedAt).toEqual([])
    await desk.pass(1_000)
    expect(working(desk)).toEqual(['working', 'working'])
  })
})
