import type { Rendered } from '../http/message/answer.js'

const BASE = {
  server: 'WEBULL OPENAPI',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const

/** Creates a JSON answer with any status. */
export const jsonAnswer = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Rendered => ({
  status,
  headers: { ...BASE, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Creates an OAuth error (RFC 6749 5.2, RFC 7591 3.2.2). */
export const oauthError = (
  status: number,
  error: string,
  description: string,
  headers: Readonly<Record<string, string>> = {},
): Rendered => jsonAnswer(status, { error, error_description: description }, headers)
