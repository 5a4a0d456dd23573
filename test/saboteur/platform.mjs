const AUDIT_CHAIN = 'electron/core/audit/audit-chain.ts'
const CHECKPOINT = 'electron/core/audit/checkpoint.ts'
const REQUEST_CHECK = 'electron/assistant/http/request-check.ts'
const CHAIN_TESTS = 'test/property/core/rel-039-audit-chain.test.ts'
const HEAD_TESTS = 'test/property/core/rel-039-audit-head.test.ts'
const IPC_TESTS = 'test/security/sec-008-ipc-matrix.test.ts'
const GUARD_TESTS = 'test/security/sec-021-guard-and-bucket.test.ts'
const STORE_TESTS = 'test/unit/practice/store'

/** Faults of the audit chain, the files, the entries from pages and assistants, and the log. */
export const PATCHES = [
  {
    id: 'audit-hash-not-compared',
    harm: 'A record of the audit log can be edited without notice.',
    file: AUDIT_CHAIN,
    find: 'if (hashOf(hash, rest) !== storedHash) {',
    replace: 'if (hashOf(hash, rest).length !== storedHash.length) {',
    suites: [CHAIN_TESTS],
  },
  {
    id: 'audit-records-swapped',
    harm: 'Records of the audit log can be removed or swapped without notice.',
    file: AUDIT_CHAIN,
    find: "if (record.prev !== prev) return stop(message('audit.recordNotFollowing'))",
    replace: "if (record.prev === '') return stop(message('audit.recordNotFollowing'))",
    suites: [CHAIN_TESTS, 'test/unit/core/audit/rel-039-audit-chain.test.ts'],
  },
  {
    id: 'audit-end-cut',
    harm: 'The last records of the audit log can be cut off without notice.',
    file: CHECKPOINT,
    find: '  return head.count < saved.count\n',
    replace: '  return head.count < 0\n',
    suites: [HEAD_TESTS, 'test/unit/core/audit/rel-039-checkpoints.test.ts'],
  },
  {
    id: 'audit-head-not-verified',
    harm: 'A head file written by another program proves a forged audit log.',
    file: CHECKPOINT,
    find: '    return this.#deps.crypto.equal(point.mac, this.#macOf(this.#key, point))\n',
    replace: '    return point.mac.length > 0\n',
    suites: [HEAD_TESTS, 'test/unit/core/audit/rel-039-checkpoints.test.ts'],
  },
  {
    id: 'atomic-file-without-fsync',
    harm: 'A power failure leaves a settings file with nothing in it.',
    file: 'electron/adapters/atomic-file.ts',
    find: "        await handle.writeFile(content, 'utf8')\n        await handle.sync()\n",
    replace: "        await handle.writeFile(content, 'utf8')\n",
    suites: ['test/unit/adapters/files-and-log.test.ts'],
  },
  {
    id: 'atomic-file-in-place',
    harm: 'A crash during a save leaves half a file where a whole one was.',
    file: 'electron/adapters/atomic-file.ts',
    find: '      await this.#files.rename(file.temporary, this.#path)\n      await file.directory?.sync()',
    replace:
      '      await this.#files.writeFile(this.#path, await this.#files.readFile(file.temporary))\n      await file.directory?.sync()',
    suites: [
      'test/unit/adapters/files-and-log.test.ts',
      'test/unit/core/storage/stored-files.test.ts',
    ],
  },
  {
    id: 'exchange-log-not-chained',
    harm: 'A line that is missing from the log of the practice exchange is not noticed.',
    file: 'electron/practice/store/log-lines.ts',
    find: '    mark = line.mark\n    from = end + 1',
    replace: '    mark = line.mark * 0\n    from = end + 1',
    suites: [`${STORE_TESTS}/lines.test.ts`],
  },
  {
    id: 'exchange-log-without-sync',
    harm: 'An accepted practice order is gone after a power failure.',
    file: 'electron/practice/store/log-file.ts',
    find: '    await handle.datasync()\n',
    replace: '',
    suites: [`${STORE_TESTS}/store.test.ts`],
  },
  {
    id: 'snapshot-without-fallback',
    harm: 'One damaged snapshot resets the practice account, although an older one is intact.',
    file: 'electron/practice/store/snapshots.ts',
    find: '      value: previous.value,\n      first: previous.first,',
    replace: '      value: null,\n      first: null,',
    suites: [`${STORE_TESTS}/damage.test.ts`, `${STORE_TESTS}/store.test.ts`],
  },
  {
    id: 'cut-exchange-log-unnoticed',
    harm: 'The end of the practice log was deleted, and the account continues without a word.',
    file: 'electron/practice/store/log-head.ts',
    find: '    if (newest === undefined) return null\n',
    replace: '    if (newest !== null) return null\n',
    suites: [`${STORE_TESTS}/damage.test.ts`, `${STORE_TESTS}/store.test.ts`],
  },
  {
    id: 'ipc-sender-not-checked',
    harm: 'A page of another origin inside the window can send orders.',
    file: 'electron/app/ipc/sender-check.ts',
    find: 'return originOf(frame.url) === APP_ORIGIN ? registry.surfaceOf(event.sender.id) : null',
    replace: 'return registry.surfaceOf(event.sender.id)',
    suites: [IPC_TESTS],
  },
  {
    id: 'ipc-sub-frame-accepted',
    harm: 'A frame inside a page can send orders.',
    file: 'electron/app/ipc/sender-check.ts',
    find: 'if (frame === null || frame === undefined || frame.parent !== null) return null',
    replace: 'if (frame === null || frame === undefined) return null',
    suites: [IPC_TESTS],
  },
  {
    id: 'ipc-any-window',
    harm: 'The main window can approve an instruction without the confirm window.',
    file: 'electron/app/ipc/invoke-gate.ts',
    find: '    if (!entry.surfaces.includes(surface)) {',
    replace: '    if (entry.surfaces.length === 0) {',
    suites: [IPC_TESTS],
  },
  {
    id: 'ipc-open-while-locked',
    harm: 'Orders can be sent while the program is locked.',
    file: 'electron/app/ipc/invoke-gate.ts',
    find: 'if (this.#options.locked() && !isAllowedWhileLocked(op, entry.effect, input)) {',
    replace: 'if (this.#options.locked() && op.length === 0) {',
    suites: [IPC_TESTS],
  },
  {
    id: 'mcp-host-not-checked',
    harm: 'A web page whose name resolves to this computer reaches the assistant endpoint.',
    file: REQUEST_CHECK,
    find: '(host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)',
    replace: 'host === undefined',
    suites: [GUARD_TESTS],
  },
  {
    id: 'mcp-any-origin',
    harm: 'Any web page can call the assistant endpoint.',
    file: REQUEST_CHECK,
    find: "values(request, 'origin').some((origin) => !origins.includes(origin))",
    replace:
      "values(request, 'origin').some((origin) => origin.length > 4_096 && !origins.includes(origin))",
    suites: [GUARD_TESTS],
  },
  {
    id: 'mcp-two-keys',
    harm: 'A request with two keys is accepted by the first of them.',
    file: REQUEST_CHECK,
    find: '  return more.length > 0\n    ? null\n    : (',
    replace: '  return more.length > 99\n    ? null\n    : (',
    suites: [GUARD_TESTS],
  },
  {
    id: 'secrets-not-redacted',
    harm: 'The log contains a token that someone can use.',
    file: 'electron/adapters/redact.ts',
    find: "    .replace(SECRET_LIKE, (word) => (PUBLIC.test(word) ? word : '[redacted]'))\n",
    replace: '',
    suites: ['test/unit/adapters/files-and-log.test.ts'],
  },
  {
    id: 'known-secrets-not-redacted',
    harm: 'The log contains the secret of the application.',
    file: 'electron/adapters/redact.ts',
    find: 'if (secret.length >= 4) clean',
    replace: 'if (secret.length >= 4_096) clean',
    suites: ['test/unit/adapters/files-and-log.test.ts'],
  },
  {
    id: 'any-log-field',
    harm: 'A field that nobody checked reaches the log file.',
    file: 'electron/adapters/redact.ts',
    find: '    if (LOG_FIELDS.has(name)) {',
    replace: '    if (name.length > 0) {',
    suites: ['test/unit/adapters/files-and-log.test.ts'],
  },
]
