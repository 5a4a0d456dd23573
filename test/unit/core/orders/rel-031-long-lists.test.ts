import { expect, test } from 'vitest'
import { ACCOUNT, ReconcilerFixture } from './reconcile/reconciler-fixture.js'

/** Apart from the other tests of lists, because mutation tests would run it hundreds of times. */
test('REL-31: a list of 5,000 open orders of another client is read to its end', async () => {
  const fixture = new ReconcilerFixture()
  for (let n = 1; n <= 5_000; n += 1) fixture.open.add(n)
  await fixture.wait(fixture.reconciler.recover([]))
  await fixture.pass(100)
  expect(fixture.projection.working()).toHaveLength(5_000)
  expect(fixture.reconciler.listProgress(ACCOUNT)).toEqual({ isComplete: true, hasPage: true })
  fixture.reconciler.dispose()
})
