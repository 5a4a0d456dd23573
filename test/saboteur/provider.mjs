const TOKEN_MANAGER = 'electron/core/auth/token-manager.ts'
const BUDGET = 'electron/provider/http/budget.ts'
const HOSTS = 'electron/provider/http/hosts.ts'
const HOST_TESTS = 'test/unit/provider/rel-037-hosts.test.ts'
const VECTOR_TESTS = 'test/unit/provider/signing-vectors.test.ts'
const LIMITER_TESTS = 'test/property/provider/limiter.test.ts'

/** Faults of the client of the broker's interface: signing, tokens, limits and environments. */
export const PATCHES = [
  {
    id: 'signature-not-sorted',
    harm: 'The broker refuses every request, because the signed text has another order.',
    file: 'shared/wire/string-to-sign.ts',
    find: '    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))\n',
    replace: '',
    suites: [VECTOR_TESTS],
  },
  {
    id: 'signature-not-escaped',
    harm: 'A parameter with an apostrophe makes the broker refuse the request.',
    file: 'shared/wire/string-to-sign.ts',
    find: "/[!'()*]/g",
    replace: '/[!()*]/g',
    suites: [VECTOR_TESTS],
  },
  {
    id: 'body-not-signed',
    harm: 'A changed body still has a valid signature.',
    file: 'electron/provider/http/authorization.ts',
    find: 'bodyDigestHex: request.body === null ? null : crypto.digestHex(hashes.body, request.body),',
    replace:
      'bodyDigestHex: request.path === request.host ? crypto.digestHex(hashes.body, new Uint8Array()) : null,',
    suites: [VECTOR_TESTS],
  },
  {
    id: 'request-nonce-reused',
    harm: 'Two requests of the same second have the same nonce, and the broker refuses one.',
    file: 'electron/provider/http/authorization.ts',
    find: 'nonce: randomHex(random, NONCE_BYTES),',
    replace: "nonce: '0'.repeat(NONCE_BYTES * 2),",
    suites: ['test/unit/provider/call.test.ts'],
  },
  {
    id: 'two-refreshes-at-once',
    harm: 'Two calls refresh the token at once, and the broker revokes both.',
    file: TOKEN_MANAGER,
    find: '    if (this.#refreshing !== null) return this.#refreshing\n',
    replace: '',
    suites: ['test/property/core/sec-015-refresh-single-flight.test.ts'],
  },
  {
    id: 'refresh-token-used-before-stored',
    harm: 'A crash after a refresh loses the only valid refresh token.',
    file: TOKEN_MANAGER,
    find: '      if (!written.ok) {\n        return this.#block({',
    replace: '      if (written === undefined) {\n        return this.#block({',
    suites: ['test/property/core/sec-015-refresh-single-flight.test.ts'],
  },
  {
    id: 'signed-out-token-returns',
    harm: 'A refresh that ends after a sign-out signs the person in again.',
    file: TOKEN_MANAGER,
    find: '    this.#generation += 1\n    this.#held = null',
    replace: '    this.#held = null',
    suites: ['test/property/core/sec-015-refresh-single-flight.test.ts'],
  },
  {
    id: 'oauth-state-not-compared',
    harm: 'A page of someone else signs the program in to their account.',
    file: 'electron/core/auth/sign-in.ts',
    find: "if (states.length !== 1 || !sameText(states[0] ?? '', state)) {",
    replace: 'if (states.length !== 1) {',
    suites: [
      'test/unit/provider/tokens-and-oauth.test.ts',
      'test/simulation/auth/invalid-responses.test.ts',
    ],
  },
  {
    id: 'cancel-waits-for-polling',
    harm: 'A cancel waits behind polling for a place in the request budget.',
    file: 'electron/provider/http/rate-limiter.ts',
    find: '(a, b) => ORDER[a.priority] - ORDER[b.priority] || a.order - b.order,',
    replace: '(a, b) => a.order - b.order,',
    suites: [LIMITER_TESTS],
  },
  {
    id: 'polling-without-reserve',
    harm: 'Polling uses all of a budget, and a cancel has to wait for the next window.',
    file: BUDGET,
    find: "if (priority === 'background') {\n      const reserved",
    replace: "if (priority === 'background' && count < 0) {\n      const reserved",
    suites: [LIMITER_TESTS, 'test/property/provider/limits-table.test.ts'],
  },
  {
    id: 'window-from-permit',
    harm: 'More requests than allowed reach the broker on a slow network, and it blocks the key.',
    file: BUDGET,
    find: '    this.#inFlight -= 1\n    this.#ended.push(now)',
    replace: '    this.#inFlight -= 1\n    this.#ended.push(now - this.#windowMs / 2)',
    suites: [LIMITER_TESTS],
  },
  {
    id: 'cancel-in-read-lane',
    harm: 'Reads that never answer hold the sockets, and a cancel cannot leave.',
    file: 'electron/provider/http/lane.ts',
    find: "'trading.orders.cancel': 'cancel',",
    replace: "'trading.orders.cancel': 'read',",
    suites: ['test/unit/adapters/rel-036-http-lanes.test.ts', 'test/unit/provider/call.test.ts'],
  },
  {
    id: 'sandbox-reaches-production',
    harm: 'A sandbox profile with the hosts of production trades real money.',
    file: HOSTS,
    find: `    [custom.api, custom.oauth, custom.passport].some((origin) =>
      PRODUCTION_HOSTS.has(hostOf(origin)),
    ) ||`,
    replace: '',
    suites: [HOST_TESTS, 'test/security/rel-037-environment-isolation.test.ts'],
  },
  {
    id: 'practice-leaves-computer',
    harm: 'Practice sends its play orders to a host of the network.',
    file: HOSTS,
    find: '      return loopback ? origin : null\n',
    replace: '      return origin\n',
    suites: [HOST_TESTS, 'test/security/rel-037-environment-isolation.test.ts'],
  },
  {
    id: 'production-uses-any-host',
    harm: 'Production sends credentials to a host that a file names.',
    file: HOSTS,
    find: 'return origin === PUBLISHED_ENDPOINTS.production.origins[role] ? origin : null',
    replace: 'return origin',
    suites: [HOST_TESTS, 'test/security/rel-037-environment-isolation.test.ts'],
  },
  {
    id: 'lookalike-loopback',
    harm: 'A host such as 127.0.0.1.example.com counts as this computer.',
    file: HOSTS,
    find: String.raw`/^127(\.\d{1,3}){3}$/.test(host)`,
    replace: String.raw`/^127(\.\d{1,3}){3}/.test(host)`,
    suites: [HOST_TESTS],
  },
]
