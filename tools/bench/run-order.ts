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
  const worker = async (at: number) => {
    for (let begun = performance.now(); begun < deadline; begun = performance.now()) {
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
    p50_ms: took[Math.floor(took.length * 0.5)] ?? 0,
    p99_ms: took[Math.floor(took.length * 0.99)] ?? 0,
    outcomes,
    load_cores: (cpu.user + cpu.system) / 1e6 / seconds,
  }
}
