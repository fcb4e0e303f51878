/** How many sequences the model test draws, and from which seed on. */
export const modelRuns = (): { seeds: number; first: number } => ({
  seeds: Number(process.env['OPENSPOT_MODEL_SEEDS'] ?? 4),
  first: Number(process.env['OPENSPOT_MODEL_FIRST'] ?? 1),
})
