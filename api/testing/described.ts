import type { Subject } from '@openspot/contract/access.ts'

export interface DescribedCall {
  name: string
  method: string
  path: string
  access: string[]
  /** The subject of the route: the first of these that a request names. */
  subject: Subject[]
  /** A second lot that the route is about. */
  other_lot: Subject | null
  hasBody: boolean
  operation: Operation
}

/** A schema of the OpenAPI document, or a reference to one of its components. */
export interface JsonSchema {
  [word: string]: unknown
}

export interface Operation {
  'x-access': string[]
  'x-subject'?: Subject[]
  'x-other-lot'?: Subject
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

/** Returns every route of the API's OpenAPI document, with the schemas that they reference. */
export async function describedBy(base: string): Promise<{ calls: DescribedCall[]; components: JsonSchema }> {
  const answer = await fetch(`${base}/api/openapi.json`)
  const { paths, components } = (await answer.json()) as {
    paths: Record<string, Record<string, Operation>>
    components?: { schemas?: JsonSchema }
  }
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      method: verb.toUpperCase(),
      path,
      access: operation['x-access'],
      subject: operation['x-subject'] ?? [],
      other_lot: operation['x-other-lot'] ?? null,
      hasBody: operation.requestBody !== undefined,
      operation,
    })),
  )
  return { calls, components: components?.schemas ?? {} }
}
