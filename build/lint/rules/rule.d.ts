import type { RuleTester } from 'oxlint/plugins-dev'

/** A rule of the linter. It is created for each file, so no state passes between files. */
export type Rule = Exclude<Parameters<RuleTester['run']>[1], { createOnce: unknown }>
export type SourceCode = Parameters<Rule['create']>[0]['sourceCode']
export type Location = ReturnType<SourceCode['getAllComments']>[number]['loc']
