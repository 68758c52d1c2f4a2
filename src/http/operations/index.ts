import type { Operation } from '../operation.ts';
import { withdrawCapability } from './capabilities.ts';
import { listCertificates, showBundle, showCertificate } from './certificates.ts';
import { authoriseChecker, listCheckers, revokeChecker } from './checkers.ts';
import { listCompatible } from './compatible.ts';
import { listContracts, showContract } from './contracts.ts';
import { listInvocations, showInvocation, submitInvocation } from './invocations.ts';
import { showCheckpoint } from './log.ts';
import { discharge, listObligations } from './obligations.ts';
import { pipeline } from './pipelines.ts';
import { endSession, listSessions, listValues, openSession, showSession } from './sessions.ts';
import { createTenant, endTenant, listTenants } from './tenants.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';
import { showTrustRoot } from './trust-root.ts';
import { showUsage } from './usage.ts';
import {
  promoteValue,
  showAssurance,
  showAssuranceOfDigest,
  showDocument,
  showPromotion,
  showValue,
} from './values.ts';
import { cancelVerification, showVerification, verify } from './verifications.ts';

/** Everything the service does. Routes, the OpenAPI document and the reference page are made of this list. */
export const OPERATIONS: readonly Operation[] = [
  createTenant,
  listTenants,
  endTenant,
  showUsage,
  createToken,
  listTokens,
  revokeToken,
  openSession,
  listSessions,
  showSession,
  endSession,
  listValues,
  listCompatible,
  submitInvocation,
  listInvocations,
  showInvocation,
  showValue,
  showDocument,
  promoteValue,
  showPromotion,
  showAssurance,
  showAssuranceOfDigest,
  verify,
  showVerification,
  cancelVerification,
  pipeline,
  listCertificates,
  showCertificate,
  showBundle,
  listObligations,
  discharge,
  listContracts,
  showContract,
  withdrawCapability,
  listCheckers,
  authoriseChecker,
  revokeChecker,
  showTrustRoot,
  showCheckpoint,
];
