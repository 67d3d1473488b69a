import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { DomainError } from '@mailroom/errors';
import { Needs, RawAnswer } from '@mailroom/http';

const ui = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Everything comes from here and nothing from other hosts: an installation may have no way out. */
const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=3600',
};

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailroom agent mailbox API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;
const start = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#docs', deepLinking: true, tryItOutEnabled: true });\n`;

const files: Readonly<Record<string, { readonly type: string; readonly read: () => Promise<Buffer> }>> = {
  'swagger-ui.css': { type: 'text/css; charset=utf-8', read: () => readFile(join(ui, 'swagger-ui.css')) },
  'swagger-ui-bundle.js': {
    type: 'text/javascript; charset=utf-8',
    read: () => readFile(join(ui, 'swagger-ui-bundle.js')),
  },
  'start.js': { type: 'text/javascript; charset=utf-8', read: async () => Buffer.from(start) },
};

/** Describes the API to people: it shows `openapi.json` next to it, and lets them try operations. */
@ApiExcludeController()
@Controller('docs')
@Needs('public')
export class DocsController {
  @Get()
  showPage(): RawAnswer {
    return new RawAnswer(Buffer.from(page), { ...headers, 'content-type': 'text/html; charset=utf-8' });
  }

  @Get(':file')
  async showFile(@Param('file') name: string): Promise<RawAnswer> {
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file) throw new DomainError('not_found', 'There is no such page.');
    return new RawAnswer(await file.read(), { ...headers, 'content-type': file.type });
  }
}
