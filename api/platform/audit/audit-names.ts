const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the IDs in what an entry recorded, each once. */
export function idsIn(value: unknown): string[] {
  const found = new Set<string>()
  const look = (one: unknown) => {
    if (typeof one === 'string') {
      if (uuid.test(one)) found.add(one)
    } else if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) look(inner)
  }
  look(value)
  return [...found]
}
