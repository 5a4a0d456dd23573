import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAuthorizer } from '../../../../electron/adapters/loopback-callback.js'
import { redirectView } from '../../../../electron/app/profiles/redirect-view.js'
import { signIn } from '../../../../electron/core/auth/sign-in.js'
import { CALLBACK_PATH, REDIRECT_PORT } from '../../../../shared/domain/app/profile.js'
import { redirectAddress } from '../../../../shared/domain/app/profile.schema.js'
import { err, ok } from '../../../../shared/domain/result.js'
import { foreign } from '../../../../shared/messages/make-message.js'
import { nodePorts } from '../../../harness/exchange/node-ports.js'
import { openPractice, type PracticeSession } from '../practice-session.js'

let session: PracticeSession
beforeAll(async () => {
  session = await openPractice()
})
afterAll(() => session.close())

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** Occupies a port of the loopback address, as another program does. */
async function occupy(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port }, resolve))
  closers.push(() => new Promise((resolve) => server.close(() => resolve())))
}

/** Signs in as a person whose browser the broker redirects, or shows an error page. */
async function signInAtPort(port: number) {
  const { clock, random } = nodePorts(session.ready.ca)
  return signIn({
    auth: session.provider({ mode: 'connect' }).auth,
    clock,
    random,
    authorize: createAuthorizer(
      async (url) => {
        try {
          const { redirect } = (await session.practice.command({
            command: 'approve',
            query: Object.fromEntries(new URL(url).searchParams),
          })) as { readonly redirect: string }
          await fetch(redirect)
          return ok(undefined)
        } catch (error) {
          const text = error instanceof Error ? error.message : 'unknown'
          return err({ kind: 'cancelled', message: foreign(text) })
        }
      },
      { port, path: CALLBACK_PATH },
    ),
  })
}

describe('REL-52: the redirect address of a new profile', () => {
  const usual = { kind: 'loopback', port: REDIRECT_PORT } as const

  it('is accepted by a broker that redirects only to the registered address', async () => {
    const registered = redirectAddress(usual)
    expect(registered).toBe(`http://127.0.0.1:${REDIRECT_PORT}/callback`)
    await session.practice.command({
      command: 'broker-variant',
      change: { redirects: [registered ?? ''] },
    })
    expect(await signInAtPort(REDIRECT_PORT)).toMatchObject({ ok: true })
    expect(await signInAtPort(0)).toMatchObject({
      ok: false,
      error: {
        message: { params: { text: expect.stringContaining('not registered') as unknown } },
      },
    })
    await session.practice.command({ command: 'broker-variant', change: { redirects: null } })
  })

  it('is shown with a free port when another program uses its own', async () => {
    const profile = { environment: 'production', redirect: usual } as const
    const address = `http://127.0.0.1:${REDIRECT_PORT}/callback`
    expect(await redirectView(profile)).toEqual({ address, port: 'free', freePort: null })
    await occupy(REDIRECT_PORT)
    expect(await redirectView(profile)).toEqual({
      address,
      port: 'in-use',
      freePort: REDIRECT_PORT + 1,
    })
    expect(await signInAtPort(REDIRECT_PORT)).toMatchObject({
      ok: false,
      error: { message: { code: 'auth.portInUse', params: { port: REDIRECT_PORT } } },
    })
  })

  it('has no address where every sign-in uses another port, and says so', async () => {
    const redirect = { kind: 'loopback', port: 0 } as const
    expect(await redirectView({ environment: 'sandbox', redirect })).toEqual({
      address: null,
      port: 'changing',
      freePort: REDIRECT_PORT,
    })
  })

  it('counts as free while a sign-in of this program waits on it', async () => {
    const authorizer = createAuthorizer(() => Promise.resolve(ok(undefined)), {
      port: REDIRECT_PORT,
    })
    const waiting = authorizer.authorize(() => 'https://127.0.0.1/?state=s')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await redirectView({ environment: 'sandbox', redirect: usual })).toMatchObject({
      port: 'free',
    })
    authorizer.cancel?.()
    await waiting
  })
})
