export { decodeBase64, encodeBase64 } from '../log/base64.ts';
