import { memoryOfTree } from '../process-memory.js'

/** The proportional memory of a program's processes, in bytes. */
export interface Memory {
  readonly main: number
  readonly windows: number
  readonly gpu: number
  readonly practice: number
  /** Chromium's helpers. */
  readonly others: number
}

const kindOf = (command: string, isRoot: boolean): keyof Memory => {
  if (isRoot) return 'main'
  if (command.includes('--type=renderer')) return 'windows'
  if (command.includes('--type=gpu-process')) return 'gpu'
  return command.includes('node.mojom.NodeService') ? 'practice' : 'others'
}

/** Returns what a program's processes take now. */
export function memoryOf(root: number): Memory {
  const sum = { main: 0, windows: 0, gpu: 0, practice: 0, others: 0 }
  for (const { pid, command, bytes } of memoryOfTree(root)) {
    sum[kindOf(command, pid === root)] += bytes
  }
  return sum
}

export const withoutPractice = ({ main, windows, gpu, others }: Memory): number =>
  main + windows + gpu + others
