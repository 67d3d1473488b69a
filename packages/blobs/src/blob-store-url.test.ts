import { describe, expect, it } from '@jest/globals';
import { parseBlobStoreUrl, problemOfBlobStoreUrl } from './blob-store-url.js';

const s3 = { store: 's3', bucket: 'mail', prefix: '', region: undefined, endpoint: undefined };

describe('BLOB_STORE_URL', () => {
  it.each([
    ['file:///var/lib/mail%20room', { store: 'file', directory: '/var/lib/mail room' }],
    ['s3://mail', s3],
    ['s3://mail/', s3],
    ['s3://mail/a/b/?region=eu-west-1', { ...s3, prefix: 'a/b/', region: 'eu-west-1' }],
    ['s3://mail?endpoint=http://s3.test:9000', { ...s3, region: 'us-east-1', endpoint: 'http://s3.test:9000' }],
    ['s3://mail?endpoint=https%3A%2F%2Fs3.test&region=x', { ...s3, region: 'x', endpoint: 'https://s3.test' }],
  ])('%s names a place', (url, location) => {
    expect(parseBlobStoreUrl(url)).toEqual(location);
    expect(problemOfBlobStoreUrl(url)).toBeNull();
  });

  it.each([
    ['/var/lib/mailroom', /file:\/\/\/ or s3:/],
    ['file://host/path', /file:\/\/\/ or s3:/],
    ['file:relative', /file:\/\/\/ or s3:/],
    ['file:///a%2Fb', /path of a directory/],
    ['http://mail.test', /file:\/\/\/ or s3:/],
    ['s3://', /file:\/\/\/ or s3:|bucket/],
    ['s3:///prefix', /bucket/],
    ['s3://UPPER_case', /bucket/],
    ['s3://mail:9000', /bucket/],
    ['s3://key:secret@mail', /credentials/],
    ['s3://mail?regoin=x', /"regoin"/],
    ['s3://mail?endpoint=s3.test', /endpoint/],
    ['s3://mail?endpoint=ftp://s3.test', /endpoint/],
    ['s3://mail?endpoint=http://key:secret@s3.test', /endpoint/],
    ['s3://mail/%zz', /prefix/],
  ])('can not be %s, which is named without its secrets', (url, problem) => {
    expect(problemOfBlobStoreUrl(url)).toMatch(/^BLOB_STORE_URL .*\.$/);
    expect(problemOfBlobStoreUrl(url)).toMatch(problem);
    expect(problemOfBlobStoreUrl(url)).not.toContain('secret');
  });
});
