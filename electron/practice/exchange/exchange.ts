export type * from './api.js'
export type * from './records.js'
