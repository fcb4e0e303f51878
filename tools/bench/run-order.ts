import { setTimeout as pause } from 'node:timers/promises'
import type { Order, Result } from './messages.ts'
import { type Work, workOf } from './tasks.ts'

/** Runs one order: several workers, each starting the next call when it has its answer, until the time is over. */
export async function runOrder(order: Order): Promise<Result> {
  const work = await workOf(order)
  try {
    return await measure(order, work)
  } finally {
    await work.close()
  }
}

async function measure(order: Order, work: Work): Promise<Result> {
  const took: number[] = []
  const outcomes: Record<string, number> = {}
  const cpuBefore = process.cpuUsage()
  const started = performance.now()
  const deadline = started + order.seconds * 1000
  let calls = 0
  /** Waits for the turn of the next call, which comes whether or not earlier ones have their answers. */
  const turn = async () => {
    const due = order.per_second === null ? 0 : started + (calls++ * 1000) / order.per_second
    if (due > performance.now()) await pause(due - performance.now())
    return performance.now()
  }
  const worker = async (at: number) => {
    for (let begun = await turn(); begun < deadline; begun = await turn()) {
      const outcome = await work.once(at)
      took.push(performance.now() - begun)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: order.in_flight }, (_, at) => worker(at)))
  const seconds = (performance.now() - started) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  took.sort((a, b) => a - b)
  return {
    task: order.task,
    in_flight: order.in_flight,
    per_second: took.length / seconds,
    mean_ms: took.reduce((sum, one) => sum + one, 0) / Math.max(took.length, 1),
    p50_ms: took[Math.floor(took.length * 0.5)] ?? 0,
    p99_ms: took[Math.floor(took.length * 0.99)] ?? 0,
    outcomes,
    load_cores: (cpu.user + cpu.system) / 1e6 / seconds,
  }
}
