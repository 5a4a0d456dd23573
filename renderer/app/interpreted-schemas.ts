import { config } from 'zod/mini'

// Pages refuse code from text. A schema would try it once, which the page reports as a violation,
// so schemas are interpreted from the first one on: import this file before one is made.
config({ jitless: true })

export * from 'zod/mini'
