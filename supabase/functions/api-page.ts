import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { refusal } from '../contracts/refusal.ts';
import { CodedError, type ErrorCode } from './_shared/http/errors.ts';
import type { Endpoint } from './api.ts';

const byEverybody: readonly ErrorCode[] = ['internal_error', 'database_away'];
const byBodies: readonly ErrorCode[] = [
  'invalid_input',
  'invalid_json',
  'body_too_large',
  'method_not_allowed',
];
const byAdministrators: readonly ErrorCode[] = [
  'sign_in_needed',
  'session_ended',
  'administrators_only',
];

const json = (schema: z.core.$ZodType) => ({ 'application/json': { schema } });

function refusalsOf({ refusals, request, caller }: Endpoint) {
  const errors = [
    ...refusals,
    ...(request ? byBodies : []),
    ...(caller === 'administrators' ? byAdministrators : []),
    ...byEverybody,
  ].map((code) => new CodedError(code));
  return Object.fromEntries(
    errors.map(({ status }) => {
      const sentences = errors
        .filter((other) => other.status === status)
        .map(({ code, message }) => `\`${code}\`: ${message}`);
      return [status, { description: sentences.join('\n\n'), content: json(refusal) }];
    }),
  );
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const {
    name,
    caller,
    summary,
    request,
    answers,
    media = 'application/json',
    status = 200,
  } = endpoint;
  const shapes = answers.map(({ shape }) => shape);
  const shape = shapes.length > 1 ? z.union(shapes) : (shapes[0] ?? z.string());
  const content = { [media]: { schema: shape } };
  return {
    operationId: name,
    tags: [caller],
    description: summary,
    ...(caller === 'administrators' && { security: [{ session: [] }] }),
    ...(caller === 'calendar programs' && {
      parameters: [{ name: 'token', in: 'query', required: true, schema: { type: 'string' } }],
    }),
    ...(request && { requestBody: { required: true, content: json(request) } }),
    responses: { [status]: { description: 'Done', content }, ...refusalsOf(endpoint) },
  };
}

const about =
  'A signed-in caller sends `Authorization: Bearer <token>`. Amounts are integer cents. Programs read the `code` of a ' +
  'refusal, people its `message`, and `fields` has a sentence for each form field.';

/** The server functions as OpenAPI 3.1. */
export const openApi = (endpoints: readonly Endpoint[]) =>
  createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Server functions', version: '1', description: about },
      servers: [{ url: '/functions/v1' }],
      paths: Object.fromEntries(
        endpoints.map((endpoint) => [
          `/${endpoint.name}`,
          { [endpoint.caller === 'calendar programs' ? 'get' : 'post']: operation(endpoint) },
        ]),
      ),
      components: {
        schemas: { Refusal: refusal },
        securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      },
    },
    {
      override: ({ zodSchema, jsonSchema }) => {
        // A field that is never there.
        if (zodSchema._zod.def.type === 'undefined') jsonSchema.not = {};
      },
    },
  );

/** A list for people. */
export const apiPage = (endpoints: readonly Endpoint[]) =>
  [
    '# Server functions',
    'Written by `npm run api:page`. [api/openapi.json](api/openapi.json) (OpenAPI 3.1) has the request, the answers and the refusals of each, from the shapes that the handlers parse with. Each is at `/functions/v1/<name>` and takes a POST with JSON unless it says otherwise.',
    about,
    ...endpoints.map(({ name, caller, summary }) => `- **${name}** (${caller}): ${summary}`),
  ].join('\n\n');
