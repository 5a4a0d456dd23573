import { describe, expect, it } from 'vitest'
import { plainDetail } from '../../../electron/adapters/grpc-port.js'

describe('REL-52: why a stream of events ended', () => {
  it.each([
    [
      'No connection established. Last error: undefined. Resolution note:',
      'No connection established',
    ],
    [
      'No connection established. Last error: connect ECONNREFUSED 127.0.0.1:1. Resolution note: ',
      'No connection established. Last error: connect ECONNREFUSED 127.0.0.1:1',
    ],
    ['Deadline exceeded', 'Deadline exceeded'],
    ['', ''],
  ])('is told without the parts that say nothing: "%s"', (detail, plain) => {
    expect(plainDetail(detail)).toBe(plain)
  })
})
