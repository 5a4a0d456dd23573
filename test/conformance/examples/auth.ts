import { expect } from 'vitest'
import { AUTH_OPERATIONS } from '../../../shared/wire/families/access/auth.js'
import type { Examples } from '../session/example.js'

/** Examples of AUTH-4. */
export const AUTH: Examples = {
  'auth.token.create': {
    request: ({ session }) => ({ token: session.token }),
    shows: (answer) =>
      expect([answer.status, answer.token.length, (answer.expires_at ?? 0) > Date.now()]).toEqual([
        'NORMAL',
        32,
        true,
      ]),
    refuses: [
      { what: 'a token that is no text', with: { token: 7 }, answer: [417, 'INVALID_PARAMETER'] },
    ],
  },
  'auth.token.check': {
    request: async ({ call }) => ({ token: (await call(AUTH_OPERATIONS.createToken, {})).token }),
    shows: (answer, request) =>
      expect(answer).toMatchObject({ status: 'NORMAL', token: request.token }),
    // An unknown token is answered as INVALID, not refused (AUTH-4).
    refuses: [
      { what: 'a body that is no object', with: () => [], answer: [400, 'ILLEAGAL_PARAMETER'] },
    ],
  },
  'auth.config': {
    request: () => ({}),
    shows: (answer) => expect(answer.token_check_enabled).toBe(true),
  },
  'auth.client-token.create': {
    request: ({ orderId }) => ({ client_user_id: orderId() }),
    shows: (answer) => expect(answer.refresh_expires_at).toBeGreaterThan(answer.expires_at),
  },
  'auth.client-token.refresh': {
    request: async ({ call, orderId }) => ({
      refresh_token: (await call(AUTH_OPERATIONS.createClientToken, { client_user_id: orderId() }))
        .refresh_token,
    }),
    shows: (answer, request) => expect(answer.refresh_token).not.toBe(request.refresh_token),
    refuses: [
      // After a refresh the old tokens are invalid (AUTH-6).
      { what: 'the same token twice', with: {}, answer: [401, 'UNAUTHORIZED'] },
      {
        what: 'an unknown token',
        with: { refresh_token: 'nonsense' },
        answer: [401, 'UNAUTHORIZED'],
      },
    ],
  },
}
