import type { Check } from './mcp-runner.js'

/** The expected result of an official runner at one server. */
export interface Expectation {
  /** Scenarios in which every check succeeds, except for `exceptions`. */
  readonly reviewed: readonly string[]
  /** Checks that do not succeed, as `<scenario> <check>`, with the reason. */
  readonly exceptions: Readonly<Record<string, readonly [status: Check['status'], why: string]>>
  /** Scenarios that do not apply, by their names, with the reason. */
  readonly leftOut: readonly (readonly [names: RegExp, why: string])[]
}

const NOT_ANNOUNCED =
  'It only applies to servers whose lists change; the hosted server says that its lists do not.'
const NO_FIXTURE =
  'It calls a fixture by name. The hosted server has the tools of the brokerage and nothing for tests; the endpoint’s run has the fixtures.'
const UNTOUCHED =
  'The hosted server has no such fixture to exercise it with; the endpoint’s run exercises it.'
const ONLY_TOOLS =
  'The hosted server has tools, as the provider’s has: no prompts, no resources, no completion, no log.'
const TASKS =
  'Tasks are an extension of the protocol that we do not offer, nor announce: an order tool answers at once and is followed up by plain tools.'
const NO_ELICITATION =
  'A tool of ours never asks back in the middle of a call: what an assistant’s client answers is no countersignature (CONFIRM-4).'
const NO_MIRRORS = 'No tool of ours asks for one of its arguments in a header as well.'
const NO_SESSIONS =
  'The hosted server serves the older eras request by request, without sessions: there is no stream to come back to.'
const NOTHING_CHANGES: Expectation['exceptions'] = {
  'server-stateless sep-2575-server-sends-prompts-list-changed-on-subscription': [
    'SKIPPED',
    NOT_ANNOUNCED,
  ],
  'server-stateless sep-2575-server-sends-tools-list-changed-on-subscription': [
    'SKIPPED',
    NOT_ANNOUNCED,
  ],
}
const ELICITATION = /^input-required-result-(?!unsupported-methods|validate-input)/

/** The endpoint of Countersign, in the protocol eras with sessions. */
export const ENDPOINT_SESSIONS: Expectation = {
  reviewed: [
    'completion-complete',
    'dns-rebinding-protection',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'json-schema-2020-12',
    'logging-set-level',
    'ping',
    'prompts-get-embedded-resource',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-with-image',
    'prompts-list',
    'resources-list',
    'resources-read-binary',
    'resources-read-text',
    'resources-subscribe',
    'resources-templates-read',
    'resources-unsubscribe',
    'server-initialize',
    'server-sse-multiple-streams',
    'server-sse-polling',
    'tools-call-audio',
    'tools-call-elicitation',
    'tools-call-embedded-resource',
    'tools-call-error',
    'tools-call-image',
    'tools-call-mixed-content',
    'tools-call-sampling',
    'tools-call-simple-text',
    'tools-call-with-logging',
    'tools-call-with-progress',
    'tools-list',
  ],
  // The scenario of broken streams presents itself as a client of 2025-03-26. An event without
  // data, which contains the retry time, is sent only to clients of 2025-11-25 and later, because
  // older ones fail on it.
  exceptions: {
    'server-sse-polling server-sse-priming-event': [
      'WARNING',
      'Older clients, as which the scenario comes, fail over an event without data.',
    ],
    'server-sse-polling server-sse-retry-field': ['WARNING', 'It travels with that event.'],
  },
  leftOut: [],
}

/** The endpoint of Countersign, in the stateless protocol era. */
export const ENDPOINT_STATELESS: Expectation = {
  reviewed: [
    'caching',
    'completion-complete',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'json-schema-2020-12',
    'prompts-get-embedded-resource',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-with-image',
    'prompts-list',
    'resources-list',
    'resources-read-binary',
    'resources-read-text',
    'resources-templates-read',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'server-stateless',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-error',
    'tools-call-image',
    'tools-call-mixed-content',
    'tools-call-simple-text',
    'tools-call-with-progress',
    'tools-list',
  ],
  exceptions: {},
  leftOut: [
    [/^tasks-/, TASKS],
    [ELICITATION, NO_ELICITATION],
    [/^http-custom-header/, NO_MIRRORS],
  ],
}

/** The hosted server of the practice exchange, in the protocol eras with sessions. */
export const HOSTED_SESSIONS: Expectation = {
  reviewed: ['dns-rebinding-protection', 'ping', 'server-initialize', 'tools-list'],
  exceptions: {},
  leftOut: [
    [/^(completion|prompts|resources|logging)-/, ONLY_TOOLS],
    [/^(tools-call|elicitation|json-schema)-/, NO_FIXTURE],
    [/^server-sse-/, NO_SESSIONS],
  ],
}

/** The hosted server of the practice exchange, in the stateless protocol era. */
export const HOSTED_STATELESS: Expectation = {
  reviewed: [
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'server-sse-multiple-streams',
    'server-stateless',
    'tools-list',
  ],
  exceptions: {
    ...NOTHING_CHANGES,
    'caching sep-2549-prompts-list-caching-hints': ['FAILURE', ONLY_TOOLS],
    'caching sep-2549-resources-list-caching-hints': ['FAILURE', ONLY_TOOLS],
    'caching sep-2549-resources-templates-list-caching-hints': ['FAILURE', ONLY_TOOLS],
    'caching sep-2549-resources-read-caching-hints': ['SKIPPED', ONLY_TOOLS],
    'server-stateless sep-2575-server-rejects-undeclared-capability': ['FAILURE', UNTOUCHED],
    'server-stateless sep-2575-missing-capability-http-400': ['FAILURE', UNTOUCHED],
    'server-stateless sep-2575-http-server-no-independent-requests-on-stream': [
      'FAILURE',
      UNTOUCHED,
    ],
    'server-stateless sep-2575-server-no-log-without-loglevel': ['FAILURE', UNTOUCHED],
  },
  leftOut: [
    [/^(completion|prompts|resources|sep-2164-resource)-/, ONLY_TOOLS],
    [/^(tools-call|json-schema)-/, NO_FIXTURE],
    [/^tasks-/, TASKS],
    [ELICITATION, NO_ELICITATION],
    [/^http-custom-header/, NO_MIRRORS],
  ],
}
