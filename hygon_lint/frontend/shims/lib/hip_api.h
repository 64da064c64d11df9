// HIP host API. The CUDA spelling of the same calls is made from this text.
enum hipError_t { hipSuccess = 0, hipErrorInvalidValue = 1, hipErrorOutOfMemory = 2, hipErrorMemoryAllocation = 2, hipErrorNotInitialized = 3, hipErrorInvalidConfiguration = 9, hipErrorInvalidDevice = 101, hipErrorNoDevice = 100, hipErrorPeerAccessAlreadyEnabled = 704, hipErrorNotReady = 600, hipErrorNotSupported = 801, hipErrorCooperativeLaunchTooLarge = 720, hipErrorUnknown = 999, hipErrorNoBinaryForGpu = 209, hipErrorLaunchFailure = 719, hipErrorInvalidResourceHandle = 400, hipErrorFileNotFound = 301 };
typedef hipError_t hipError;
enum hipMemcpyKind { hipMemcpyHostToHost, hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice, hipMemcpyDefault };
enum hipMemoryType { hipMemoryTypeHost, hipMemoryTypeDevice, hipMemoryTypeArray, hipMemoryTypeUnified, hipMemoryTypeManaged, hipMemoryTypeUnregistered };
enum hipDeviceAttribute_t { hipDeviceAttributeWarpSize, hipDeviceAttributeMultiprocessorCount, hipDeviceAttributeMaxSharedMemoryPerBlock, hipDeviceAttributeMaxSharedMemoryPerMultiprocessor, hipDeviceAttributeSharedMemPerBlockOptin, hipDeviceAttributeMaxThreadsPerBlock, hipDeviceAttributeMaxThreadsPerMultiProcessor, hipDeviceAttributeComputeCapabilityMajor, hipDeviceAttributeComputeCapabilityMinor, hipDeviceAttributePciChipId, hipDeviceAttributeClockRate, hipDeviceAttributeL2CacheSize, hipDeviceAttributeMaxRegistersPerBlock, hipDeviceAttributeMaxGridDimX, hipDeviceAttributeMaxGridDimY, hipDeviceAttributeMaxGridDimZ, hipDeviceAttributeCooperativeLaunch, hipDeviceAttributePhysicalMultiProcessorCount, hipDevAttrMaxSharedMemoryPerBlockOptin, hipDevAttrMaxSharedMemoryPerBlock, hipDevAttrMaxSharedMemoryPerMultiprocessor, hipDevAttrMultiProcessorCount, hipDevAttrComputeCapabilityMajor, hipDevAttrComputeCapabilityMinor, hipDevAttrWarpSize, hipDevAttrMaxThreadsPerBlock, hipDevAttrMaxThreadsPerMultiProcessor, hipDevAttrL2CacheSize, hipDevAttrClockRate, hipDevAttrReservedSharedMemoryPerBlock, hipDevAttrMaxRegistersPerBlock };
typedef hipDeviceAttribute_t hipDeviceAttr;
enum hipFuncAttribute { hipFuncAttributeMaxDynamicSharedMemorySize, hipFuncAttributePreferredSharedMemoryCarveout, hipFuncAttributeNonPortableClusterSizeAllowed };
enum hipFuncCache { hipFuncCachePreferNone, hipFuncCachePreferShared, hipFuncCachePreferL1, hipFuncCachePreferEqual };
typedef hipFuncCache hipFuncCache_t;
enum hipStreamCaptureStatus { hipStreamCaptureStatusNone, hipStreamCaptureStatusActive, hipStreamCaptureStatusInvalidated };
enum hipStreamCaptureMode { hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal, hipStreamCaptureModeRelaxed };
enum hipDataType { HIP_R_32F, HIP_R_64F, HIP_R_16F, HIP_R_8I, HIP_R_32I, HIP_R_16BF, HIP_R_8F_E4M3, HIP_R_8F_E5M2, HIP_R_8F_E4M3_FNUZ, HIP_R_8F_E5M2_FNUZ };
typedef hipDataType hipDataType_t;
struct hipDeviceProp_t { char name[256]; char gcnArchName[256]; size_t totalGlobalMem; size_t sharedMemPerBlock; int regsPerBlock; int warpSize; int maxThreadsPerBlock; int maxThreadsDim[3]; int maxGridSize[3]; int clockRate; int memoryClockRate; int memoryBusWidth; size_t totalConstMem; int major; int minor; int multiProcessorCount; int l2CacheSize; int maxThreadsPerMultiProcessor; size_t sharedMemPerMultiprocessor; size_t sharedMemPerBlockOptin; size_t maxSharedMemoryPerMultiProcessor; int pciBusID; int pciDeviceID; int pciDomainID; int gcnArch; int integrated; int concurrentKernels; int cooperativeLaunch; int regsPerMultiprocessor; size_t reservedSharedMemPerBlock; int computeMode; int canMapHostMemory; int ECCEnabled; int isMultiGpuBoard; };
typedef hipDeviceProp_t hipDeviceProp;
typedef int hipDevice_t;
typedef void *hipDeviceptr_t;
struct ihipEvent_t;
typedef ihipEvent_t *hipEvent_t;
struct ihipModule_t;
typedef ihipModule_t *hipModule_t;
struct ihipModuleSymbol_t;
typedef ihipModuleSymbol_t *hipFunction_t;
struct ihipCtx_t;
typedef ihipCtx_t *hipCtx_t;
struct ihipGraph;
typedef ihipGraph *hipGraph_t;
struct hipGraphExec;
typedef hipGraphExec *hipGraphExec_t;
struct hipIpcMemHandle_t { char reserved[64]; };
struct hipIpcEventHandle_t { char reserved[64]; };
typedef hipIpcMemHandle_t hipIpcMemHandle_st;
struct hipPointerAttribute_t { hipMemoryType type; int device; void *devicePointer; void *hostPointer; int isManaged; unsigned allocationFlags; };
typedef hipPointerAttribute_t hipPointerAttributes;
struct hipFuncAttributes { size_t sharedSizeBytes; size_t constSizeBytes; size_t localSizeBytes; int maxThreadsPerBlock; int numRegs; int binaryVersion; int maxDynamicSharedSizeBytes; };
enum hipLaunchAttributeID { hipLaunchAttributeCooperative = 2, hipLaunchAttributeClusterDimension = 4, hipLaunchAttributeProgrammaticStreamSerialization = 6 };
union hipLaunchAttributeValue { int cooperative; struct { unsigned x, y, z; } clusterDim; int programmaticStreamSerializationAllowed; };
struct hipLaunchAttribute { hipLaunchAttributeID id; hipLaunchAttributeValue val; hipLaunchAttributeValue value; };
struct hipLaunchConfig_t { dim3 gridDim; dim3 blockDim; size_t dynamicSmemBytes; hipStream_t stream; hipLaunchAttribute *attrs; unsigned numAttrs; };
struct HIP_LAUNCH_CONFIG { unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes; hipStream_t hStream; hipLaunchAttribute *attrs; unsigned numAttrs; };
#define hipStreamDefault 0x00
#define hipStreamNonBlocking 0x01
#define hipStreamPerThread ((hipStream_t)2)
#define hipStreamLegacy ((hipStream_t)1)
#define hipEventDefault 0x0
#define hipEventDisableTiming 0x2
#define hipEventInterprocess 0x4
#define hipEventBlockingSync 0x1
#define hipHostMallocDefault 0x0
#define hipHostMallocPortable 0x1
#define hipHostMallocMapped 0x2
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipHostRegisterDefault 0x0
#define hipHostRegisterMapped 0x2
#define hipHostRegisterPortable 0x1
#define hipHostAllocDefault 0x0
#define hipHostAllocMapped 0x2
#define hipIpcMemLazyEnablePeerAccess 0x01
#define hipDeviceMallocUncached 0x3
#define hipDeviceMallocFinegrained 0x1
#define hipDeviceMallocDefault 0x0
#define hipMemAttachGlobal 1
#define hipDeviceScheduleAuto 0x0
#define hipDeviceScheduleBlockingSync 0x4
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define HIP_LAUNCH_PARAM_END ((void *)3)
#define HIP_VERSION 60200000
template <class T> hipError_t hipMalloc(T **out, size_t bytes);
template <class T> hipError_t hipMallocManaged(T **out, size_t bytes, unsigned flags = 1);
template <class T> hipError_t hipMallocAsync(T **out, size_t bytes, hipStream_t stream);
template <class T> hipError_t hipHostMalloc(T **out, size_t bytes, unsigned flags = 0);
template <class T> hipError_t hipMallocHost(T **out, size_t bytes, unsigned flags = 0);
template <class T> hipError_t hipHostAlloc(T **out, size_t bytes, unsigned flags = 0);
template <class T> hipError_t hipExtMallocWithFlags(T **out, size_t bytes, unsigned flags);
template <class T> hipError_t hipHostGetDevicePointer(T **out, void *host, unsigned flags);
template <class T> hipError_t hipGetSymbolAddress(T **out, const void *symbol);
hipError_t hipHostRegister(void *p, size_t bytes, unsigned flags);
hipError_t hipHostUnregister(void *p);
hipError_t hipFree(void *p);
hipError_t hipFreeAsync(void *p, hipStream_t stream);
hipError_t hipHostFree(void *p);
hipError_t hipFreeHost(void *p);
hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind kind);
hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream = 0);
hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t bytes);
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void *from, size_t bytes);
hipError_t hipMemcpy2D(void *to, size_t pitch, const void *from, size_t from_pitch, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DAsync(void *to, size_t pitch, const void *from, size_t from_pitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream = 0);
hipError_t hipMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes);
hipError_t hipMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes, hipStream_t stream = 0);
template <class T> hipError_t hipMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0, hipMemcpyKind kind = hipMemcpyHostToDevice);
template <class T> hipError_t hipMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset, hipMemcpyKind kind, hipStream_t stream = 0);
template <class T> hipError_t hipMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0, hipMemcpyKind kind = hipMemcpyDeviceToHost);
hipError_t hipMemset(void *p, int value, size_t bytes);
hipError_t hipMemsetAsync(void *p, int value, size_t bytes, hipStream_t stream = 0);
hipError_t hipMemsetD8(hipDeviceptr_t p, unsigned char value, size_t n);
hipError_t hipMemsetD32(hipDeviceptr_t p, int value, size_t n);
hipError_t hipMemsetD32Async(hipDeviceptr_t p, int value, size_t n, hipStream_t stream = 0);
hipError_t hipMemGetInfo(size_t *free, size_t *total);
hipError_t hipMemGetAddressRange(hipDeviceptr_t *base, size_t *size, hipDeviceptr_t p);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *out, const void *p);
hipError_t hipPointerGetAttribute(void *out, int attribute, hipDeviceptr_t p);
hipError_t hipGetDevice(int *device);
hipError_t hipSetDevice(int device);
hipError_t hipGetDeviceCount(int *count);
hipError_t hipGetDeviceProperties(hipDeviceProp_t *out, int device);
hipError_t hipDeviceGet(hipDevice_t *device, int ordinal);
hipError_t hipDeviceGetAttribute(int *out, hipDeviceAttribute_t attribute, int device);
hipError_t hipDeviceGetName(char *name, int length, hipDevice_t device);
hipError_t hipDeviceSynchronize();
hipError_t hipDeviceReset();
hipError_t hipDeviceCanAccessPeer(int *out, int device, int peer);
hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags);
hipError_t hipDeviceGetPCIBusId(char *out, int length, int device);
hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest);
hipError_t hipDeviceSetLimit(int limit, size_t value);
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t config);
hipError_t hipDriverGetVersion(int *version);
hipError_t hipRuntimeGetVersion(int *version);
hipError_t hipInit(unsigned flags);
hipError_t hipGetLastError();
hipError_t hipPeekAtLastError();
const char *hipGetErrorString(hipError_t error);
const char *hipGetErrorName(hipError_t error);
hipError_t hipDrvGetErrorString(hipError_t error, const char **text);
hipError_t hipStreamCreate(hipStream_t *stream);
hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags);
hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned flags, int priority);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamQuery(hipStream_t stream);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags = 0);
hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus *status);
hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode);
hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *graph);
hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id);
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode);
hipError_t hipExtStreamGetCUMask(hipStream_t stream, uint32_t size, uint32_t *mask);
hipError_t hipLaunchHostFunc(hipStream_t stream, void (*fn)(void *), void *data);
hipError_t hipEventCreate(hipEvent_t *event);
hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = 0);
hipError_t hipEventSynchronize(hipEvent_t event);
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipEventElapsedTime(float *ms, hipEvent_t start, hipEvent_t stop);
hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *p);
hipError_t hipIpcOpenMemHandle(void **out, hipIpcMemHandle_t handle, unsigned flags);
hipError_t hipIpcCloseMemHandle(void *p);
hipError_t hipModuleLoad(hipModule_t *module, const char *file);
hipError_t hipModuleLoadData(hipModule_t *module, const void *image);
hipError_t hipModuleUnload(hipModule_t module);
hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *name);
hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, hipStream_t stream, void **args, void **extra);
hipError_t hipExtModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, size_t shared, hipStream_t stream, void **args, void **extra, hipEvent_t start = nullptr, hipEvent_t stop = nullptr, unsigned flags = 0);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, hipFunction_t f, int threads, size_t shared);
hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG *config, hipFunction_t f, void **args, void **extra);
hipError_t hipGetFuncBySymbol(hipFunction_t *out, const void *symbol);
template <class F> hipError_t hipFuncSetAttribute(F f, hipFuncAttribute attribute, int value);
template <class F> hipError_t hipFuncGetAttributes(hipFuncAttributes *out, F f);
template <class F> hipError_t hipFuncSetCacheConfig(F f, hipFuncCache_t config);
template <class F> hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F f, int threads, size_t shared);
template <class F> hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, F f, int threads, size_t shared, unsigned flags);
template <class F> hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, F f, size_t shared = 0, int limit = 0);
template <class F, class S> hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F f, S shared, int limit = 0);
template <class F> hipError_t hipLaunchCooperativeKernel(F f, dim3 grid, dim3 block, void **args, size_t shared = 0, hipStream_t stream = 0);
template <class F, class... A> hipError_t hipLaunchKernelEx(const hipLaunchConfig_t *config, F f, A &&...args);
template <class F> hipError_t hipLaunchKernel(F *f, dim3 grid, dim3 block, void **args, size_t shared = 0, hipStream_t stream = 0);
hipError_t hipLaunchKernelExC(const hipLaunchConfig_t *config, const void *f, void **args);
hipError_t hipGraphCreate(hipGraph_t *graph, unsigned flags);
hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph, void *node, char *log, size_t size);
hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph, unsigned long long flags = 0);
hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream);
hipError_t hipGraphDestroy(hipGraph_t graph);
hipError_t hipGraphExecDestroy(hipGraphExec_t exec);
hipError_t hipProfilerStart();
hipError_t hipProfilerStop();
