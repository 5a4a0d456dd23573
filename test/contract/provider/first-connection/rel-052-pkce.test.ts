import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthorizer } from '../../../../electron/adapters/loopback-callback.js'
import { signIn } from '../../../../electron/core/auth/sign-in.js'
import { ok } from '../../../../shared/domain/result.js'
import { nodePorts } from '../../../harness/exchange/node-ports.js'
import { startBroker, type BrokerStandIn } from './broker-stand-in.js'

let broker: BrokerStandIn
beforeAll(async () => {
  broker = await startBroker('sandbox')
})
afterAll(() => broker.close())

/** Signs in as a person whose browser follows the broker's redirect. */
function signInWith(pkce: boolean) {
  const { clock, random } = nodePorts(null)
  return signIn({
    auth: broker.provider({ mode: 'connect', pkce }).auth,
    clock,
    random,
    authorize: createAuthorizer(async (url) => {
      const { redirect } = (await broker.practice.command({
        command: 'approve',
        query: Object.fromEntries(new URL(url).searchParams),
      })) as { readonly redirect: string }
      await fetch(redirect)
      return ok(undefined)
    }),
  })
}

describe('REL-52: a broker that refuses the members of PKCE', () => {
  it('is named with what to change, and then signs in without them', async () => {
    expect(await signInWith(true)).toMatchObject({ ok: true })
    await broker.play({ pkce: 'refused' })
    expect(await signInWith(true)).toMatchObject({
      ok: false,
      error: { kind: 'refused', message: { code: 'auth.requestRefused' } },
    })
    expect(await signInWith(false)).toMatchObject({ ok: true })
  })
})
