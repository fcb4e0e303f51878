const isTree = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the messages of a locale with those of a regional variant in their place. */
export function merged(source: object, variant: object): object {
  const below = new Map<string, unknown>(Object.entries(source))
  return {
    ...source,
    ...Object.fromEntries(
      Object.entries(variant).map(([name, value]) => {
        const under = below.get(name)
        return [name, isTree(value) && isTree(under) ? merged(under, value) : value]
      }),
    ),
  }
}
