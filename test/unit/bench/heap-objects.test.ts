import { describe, expect, it } from 'vitest'
import { heapSizes } from '../../bench/memory/heap-objects.js'

describe('the sizes of a heap', () => {
  it('separate compiled code from what the program holds', () => {
    const sizes = heapSizes({
      snapshot: {
        meta: {
          node_fields: ['type', 'name', 'self_size'],
          node_types: [['hidden', 'object', 'code', 'string'], 'string', 'number'],
        },
      },
      nodes: [1, 0, 100, 2, 0, 40, 3, 0, 7, 0, 0, 2],
    })
    expect(sizes).toEqual({ code: 42, objects: 107 })
  })
})
