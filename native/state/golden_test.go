package state

import (
	"encoding/binary"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/genvisa/genvisa/native"
)

// vector is a structure as words, and all fields of it that are not zero.
type vector struct{ name, targets, words, fields string }

// packed are words of the packer of a driver (Mesa 22.3.6, genxml), made from the values beside them. It has no cnl, in whose
// description of before the fields are at the same bits.
var packed = []vector{
	{"RENDER_SURFACE_STATE", "ivb", "231d6000 12345000 01df027f 000009ff 00000000 00020013 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM TiledSurface=yes TileWalk=TILEWALK_YMAJOR SurfaceVerticalAlignment=VALIGN_4 SurfaceBaseAddress=0x12345000 Width=640 Height=480 SurfacePitch=2560 MOCS=2 MIPCountOrLOD=3 SurfaceMinLOD=1"},
	{"RENDER_SURFACE_STATE", "hsw", "231d6000 12345000 01df027f 000009ff 00000000 00020013 00000000 09710000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM TiledSurface=yes TileWalk=TILEWALK_YMAJOR SurfaceVerticalAlignment=VALIGN_4 SurfaceBaseAddress=0x12345000 Width=640 Height=480 SurfacePitch=2560 MOCS=2 MIPCountOrLOD=3 SurfaceMinLOD=1 ShaderChannelSelectRed=RED ShaderChannelSelectGreen=GREEN ShaderChannelSelectBlue=BLUE ShaderChannelSelectAlpha=ONE"},
	{"RENDER_SURFACE_STATE", "bdw skl bxt cnl icl lkf tgl", "231d7000 02000078 01df027f 000009ff 00000000 00000013 00000000 09710000 12345000 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM TileMode=YMAJOR SurfaceVerticalAlignment=VALIGN_4 SurfaceHorizontalAlignment=HALIGN_4 SurfaceQPitch=480 SurfaceBaseAddress=0x12345000 Width=640 Height=480 SurfacePitch=2560 MOCS=2 MIPCountOrLOD=3 SurfaceMinLOD=1 ShaderChannelSelectRed=RED ShaderChannelSelectGreen=GREEN ShaderChannelSelectBlue=BLUE ShaderChannelSelectAlpha=ONE"},
	{"RENDER_SURFACE_STATE", "ivb hsw", "87fc0000 00002000 0007007f 00000000 00000000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW SurfaceBaseAddress=0x2000 NumberOfEntries=1024"},
	{"RENDER_SURFACE_STATE", "bdw skl bxt cnl icl lkf tgl dg2 mtl arl", "87fc0000 00000000 0007007f 00000000 00000000 00000000 00000000 00000000 00002000 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_BUFFER SurfaceFormat=RAW SurfaceBaseAddress=0x2000 NumberOfEntries=1024"},
	{"SAMPLER_STATE", "ivb hsw bdw skl bxt cnl icl lkf tgl dg2 mtl arl", "00027d00 08074004 00000240 00180454",
		"TextureLODBias=-1.5 MinModeFilter=LINEAR MagModeFilter=LINEAR ShadowFunction=LESS MaxLOD=7.25 MinLOD=0.5 BorderColorPointer=0x240 TCXAddressControlMode=MIRROR TCYAddressControlMode=CLAMP TCZAddressControlMode=CLAMP_BORDER NonNormalizedCoordinateEnable=yes MaximumAnisotropy=RATIO_8_TO_1"},
	{"INTERFACE_DESCRIPTOR_DATA", "ivb hsw", "00001240 00000000 00000084 00000065 00000000 00220008 00000000 00000000",
		"KernelStartPointer=0x1240 SamplerCount=1_TO_4 SamplerStatePointer=0x80 BindingTablePointer=0x60 BindingTableEntryCount=5 NumberOfThreadsInGPGPUThreadGroup=8 BarrierEnable=yes SharedLocalMemorySize=8K"},
	{"INTERFACE_DESCRIPTOR_DATA", "bdw", "00001240 00000000 00000000 00000084 00000065 00000000 00220008 00000000",
		"KernelStartPointer=0x1240 SamplerCount=1_TO_4 SamplerStatePointer=0x80 BindingTablePointer=0x60 BindingTableEntryCount=5 NumberOfThreadsInGPGPUThreadGroup=8 BarrierEnable=yes SharedLocalMemorySize=8K"},
	{"INTERFACE_DESCRIPTOR_DATA", "skl bxt cnl icl lkf tgl", "00001240 00000000 00000000 00000084 00000065 00000000 00220008 00000000",
		"KernelStartPointer=0x1240 SamplerCount=1_TO_4 SamplerStatePointer=0x80 BindingTablePointer=0x60 BindingTableEntryCount=5 NumberOfThreadsInGPGPUThreadGroup=8 BarrierEnable=yes SharedLocalMemorySize=2K"},
	{"GPGPU_WALKER", "ivb hsw", "71050009 00000000 40000007 00000000 0000000a 00000000 00000003 00000000 00000001 000000ff ffffffff",
		"DWordLength=9 SubOpcode=5 MediaCommandOpcode=1 Pipeline=2 CommandType=3 SIMDSize=SIMD16 ThreadWidthCounterMaximum=7 ThreadGroupIDXDimension=10 ThreadGroupIDYDimension=3 ThreadGroupIDZDimension=1 RightExecutionMask=255 BottomExecutionMask=4294967295"},
	{"GPGPU_WALKER", "bdw skl bxt icl lkf tgl", "7105000d 00000000 00000000 00000000 40000007 00000000 00000000 0000000a 00000000 00000000 00000003 00000000 00000001 000000ff ffffffff",
		"DWordLength=13 SubOpcode=5 MediaCommandOpcode=1 Pipeline=2 CommandType=3 SIMDSize=SIMD16 ThreadWidthCounterMaximum=7 ThreadGroupIDXDimension=10 ThreadGroupIDYDimension=3 ThreadGroupIDZDimension=1 RightExecutionMask=255 BottomExecutionMask=4294967295"},
}

// byHand are words made by hand from the bits that genxml of Mesa 22.3.6, gen10.xml of before and Intel's headers give, some of each structure; those of
// Xe-HPG from compute-runtime's hw_cmds_generated_xe_hpg_core.inl.
var byHand = []vector{
	{"RENDER_SURFACE_STATE", "ivb", "a7fc0000 00000000 02460044 0000001f 07654321 00000000 00012342 00000000",
		"SurfaceType=SURFTYPE_STRBUF SurfaceFormat=RAW NumberOfEntries=74565 SurfacePitch=32 StrbufMinimumArrayElement=124076833 AppendCounterEnable=yes AppendCounterAddress=0x12340"},
	{"RENDER_SURFACE_STATE", "bdw", "443ad3c4 78280200 00003fff ffe3ffff 6024015d aa70407e 012303f9 9dc80320 89abc000 00001234 45678000 00000005 00000000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_3D SurfaceFormat=R16_FLOAT SurfaceVerticalAlignment=VALIGN_8 SurfaceHorizontalAlignment=HALIGN_16 TileMode=WMAJOR SamplerL2BypassModeDisable=yes RenderCacheReadWriteMode=READ_WRITE MediaBoundaryPixelMode=INTERLACED_FRAME CubeFaceEnablePositiveY=yes SurfaceQPitch=2048 BaseMipLevel=2.5 MOCS=120 Width=16384 Depth=2048 SurfacePitch=262144 MultisamplePositionPaletteIndex=5 NumberOfMultisamples=MULTISAMPLECOUNT_8 MultisampledSurfaceStorageFormat=MSFMT_DEPTH_STENCIL RenderTargetViewExtent=3 MinimumArrayElement=9 RenderTargetAndSampleUnormRotation=270DEG MIPCountOrLOD=14 SurfaceMinLOD=7 CoherencyType=IA_COHERENT EWADisableForCube=yes YOffset=12 XOffset=340 AuxiliarySurfaceMode=AUX_MCS AuxiliarySurfacePitch=128 AuxiliarySurfaceQPitch=1164 ResourceMinLOD=3.125 ShaderChannelSelectBlue=ONE ShaderChannelSelectGreen=ALPHA ShaderChannelSelectRed=BLUE AlphaClearColor=1 RedClearColor=1 SurfaceBaseAddress=0x123489abc000 AuxiliarySurfaceBaseAddress=0x545678000 AuxiliaryTableIndexForMediaCompressedSurface=555"},
	{"RENDER_SURFACE_STATE", "skl bxt", "26940000 00000000 00000000 00000000 00000000 00000000 80100020 c0000000 00000000 00000000 12200000 00040008 00000000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=PLANAR_420_8 XOffsetForUOrUVPlane=16 YOffsetForUOrUVPlane=32 SeparateUVPlaneEnable=yes MemoryCompressionEnable=yes MemoryCompressionMode=VERTICAL AuxiliaryTableIndexForMediaCompressedSurface=145 XOffsetForVPlane=4 YOffsetForVPlane=8"},
	{"RENDER_SURFACE_STATE", "skl bxt", "2b640000 00000000 00000000 00000000 00000000 00000000 00000003 00000000 00000000 00000000 00001000 00000000 3f800000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R24_UNORM_X8_TYPELESS ASTCEnable=yes AuxiliarySurfaceMode=AUX_HIZ AuxiliarySurfaceBaseAddress=0x1000 HierarchicalDepthClearValue=1"},
	{"RENDER_SURFACE_STATE", "skl bxt cnl icl lkf", "231c0000 00000000 00000000 00000000 00000000 00000000 00000001 00000000 00000000 00000000 00000000 00000000 00000001 00000002 00000003 80000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM AuxiliarySurfaceMode=AUX_CCS_D RedClearColor=1 GreenClearColor=2 BlueClearColor=3 AlphaClearColor=2147483648"},
	{"RENDER_SURFACE_STATE", "cnl", "231ef000 05000078 01df027f 005009ff 80000120 00080f03 0010001d 09770000 89abc000 00001234 abcde4a3 00000012 00abc040 00000001 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM TileMode=YMAJOR SurfaceVerticalAlignment=VALIGN_8 SurfaceHorizontalAlignment=HALIGN_16 MOCS=5 SurfaceQPitch=480 Width=640 Height=480 SurfacePitch=2560 TileAddressMappingMode=GEN10 Depth=3 ForceNonComparisonReductionType=yes NumberOfMultisamples=MULTISAMPLECOUNT_16 RenderTargetViewExtent=3 TiledResourceMode=TILEYS MipTailStartLOD=15 MIPCountOrLOD=3 AuxiliarySurfaceMode=AUX_CCS_E AuxiliarySurfacePitch=4 AuxiliarySurfaceQPitch=64 ShaderChannelSelectRed=RED ShaderChannelSelectGreen=GREEN ShaderChannelSelectBlue=BLUE ShaderChannelSelectAlpha=ALPHA SurfaceBaseAddress=0x123489abc000 AuxiliarySurfaceBaseAddress=0x12abcde000 ClearValueAddressEnable=yes QuiltWidth=3 QuiltHeight=5 ClearValueAddress=0x100abc040"},
	{"RENDER_SURFACE_STATE", "icl lkf", "231c0000 80000000 00000000 00100000 00000000 00080f00 00000005 00000000 00000000 00000000 abcde4a3 00000012 00abc060 00000001 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM EnableUnormPathInColorPipe=yes TileAddressMappingMode=GEN10 MipTailStartLOD=15 TiledResourceMode=TILEYS AuxiliarySurfaceMode=AUX_CCS_E AuxiliarySurfaceBaseAddress=0x12abcde000 ClearValueAddressEnable=yes QuiltWidth=3 QuiltHeight=5 ClearValueAddress=0x100abc040 ClearColorConversionEnable=1"},
	{"RENDER_SURFACE_STATE", "icl lkf", "231c0000 00048000 00000000 00080000 00000000 00000000 00008000 40000000 00000000 00000000 abc00000 00000000 00000000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM SampleTapDiscardDisable=yes CornerTexelMode=1 StandardTilingModeExtensions=1 YUVInterpolationEnable=yes MemoryCompressionEnable=yes AuxiliaryTableIndexForMediaCompressedSurface=1374"},
	{"RENDER_SURFACE_STATE", "tgl", "26980000 00000000 00000000 00000000 00000000 00000000 c0100020 00000000 00000000 00000000 00000000 00040008 00000000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=PLANAR_420_16 XOffsetForUOrUVPlane=16 YOffsetForUOrUVPlane=32 HalfPitchForChroma=1 SeparateUVPlaneEnable=yes XOffsetForVPlane=4 YOffsetForVPlane=8"},
	{"RENDER_SURFACE_STATE", "tgl", "231c2000 00068000 80000000 000c0000 00000000 00000000 00008004 00000000 00000000 00000000 00000800 00000000 ffffffc0 0000ffff 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM TileMode=XMAJOR SampleTapDiscardDisable=yes DoubleFetchDisable=yes CornerTexelMode=1 DepthStencilResource=yes NullProbingEnable=1 StandardTilingModeExtensions=1 YUVInterpolationEnable=yes AuxiliarySurfaceMode=AUX_MCS_LCE ProceduralTexture=1 ClearValueAddress=0xffffffffffc0"},
	{"SAMPLER_STATE", "bdw", "b7fca001 001fffdf 00ffffc1 003d28ef",
		"AnisotropicAlgorithm=EWA_APPROXIMATION TextureLODBias=-16 MinModeFilter=ANISOTROPIC MagModeFilter=MONO MipModeFilter=LINEAR BaseMipLevel=15.5 LODPreClampMode=OGL TextureBorderColorMode=DX9 SamplerDisable=yes CubeSurfaceControlMode=OVERRIDE ShadowFunction=GEQUAL ChromaKeyMode=KEYFILTER_REPLACE_BLACK ChromaKeyIndex=2 ChromaKeyEnable=yes MaxLOD=15.99609375 MinLOD=0.00390625 BorderColorPointer=0xffffc0 LODClampMagnificationMode=MIPFILTER TCZAddressControlMode=MIRROR_101 TCYAddressControlMode=MIRROR_ONCE TCXAddressControlMode=CUBE TrilinearFilterQuality=HIGH RAddressMinFilterRoundingEnable=yes VAddressMagFilterRoundingEnable=yes UAddressMagFilterRoundingEnable=yes MaximumAnisotropy=RATIO_16_TO_1"},
	{"SAMPLER_STATE", "cnl", "d57cbd01 080740f9 0000abe1 00d93654",
		"AnisotropicAlgorithm=EWA_APPROXIMATION TextureLODBias=-1.5 MinModeFilter=ANISOTROPIC MagModeFilter=MONO MipModeFilter=LINEAR CoarseLODQualityMode=21 LODPreClampMode=OGL CPSLODCompensationEnable=yes SamplerDisable=yes CubeSurfaceControlMode=OVERRIDE ShadowFunction=LEQUAL ChromaKeyMode=KEYFILTER_REPLACE_BLACK ChromaKeyIndex=3 ChromaKeyEnable=yes MaxLOD=7.25 MinLOD=0.5 LODClampMagnificationMode=MIPFILTER ForceGather4Behavior=yes BorderColorPointer=0xabc0 TCXAddressControlMode=MIRROR TCYAddressControlMode=CLAMP TCZAddressControlMode=CLAMP_BORDER ReductionTypeEnable=yes NonNormalizedCoordinateEnable=yes TrilinearFilterQuality=MED RAddressMinFilterRoundingEnable=yes VAddressMagFilterRoundingEnable=yes MaximumAnisotropy=RATIO_8_TO_1 ReductionType=MAXIMUM"},
	{"SAMPLER_STATE", "tgl", "45400000 00000000 0000002e 05800200",
		"CoarseLODQualityMode=21 CPSLODCompensationEnable=yes SRGBDecode=SKIP_DECODE_EXT ReturnFilterWeightForNullTexels=1 ReturnFilterWeightForBorderTexels=1 ForceGather4Behavior=yes ReductionTypeEnable=yes ReductionType=MINIMUM AllowLowQualityLODCalculation=yes LowQualityFilter=yes"},
	{"SAMPLER_BORDER_COLOR_STATE", "ivb", "00000201 00000000 00000000 00000000", "BorderColorFloatRed=7.19e-43 BorderColorUnormRed=1 BorderColorUnormGreen=2"},
	{"SAMPLER_BORDER_COLOR_STATE", "ivb", "40400000 00000000 7f800000 80000000",
		"BorderColorFloatRed=3 BorderColorUnormBlue=64 BorderColorUnormAlpha=64 BorderColorFloatBlue=+Inf BorderColorFloatAlpha=-0"},
	{"SAMPLER_BORDER_COLOR_STATE", "hsw", "c0000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 04030201 ffffffff 00060005 00000000",
		"BorderColorFloatRed=-2 BorderColor8bitRed=1 BorderColor8bitGreen=2 BorderColor8bitBlue=3 BorderColor8bitAlpha=4 BorderColor16bitRed=513 BorderColor16bitGreen=1027 BorderColor32bitRed=67305985 BorderColor32bitGreen=4294967295 BorderColor16bitBlue=5 BorderColor16bitAlpha=6 BorderColor32bitBlue=393221"},
	{"SAMPLER_BORDER_COLOR_STATE", "bdw skl bxt cnl icl lkf tgl dg2 mtl arl", "3f800000 3f000000 00000000 bf800000",
		"BorderColorFloatRed=1 BorderColorFloatGreen=0.5 BorderColorFloatAlpha=-1 BorderColor32bitRed=1065353216 BorderColor32bitGreen=1056964608 BorderColor32bitAlpha=3212836864"},
	{"BINDING_TABLE_STATE", "ivb hsw", "00001fe0", "SurfaceStatePointer=0x1fe0"},
	{"BINDING_TABLE_STATE", "bdw skl bxt cnl icl lkf tgl dg2 mtl arl", "00001fc0", "SurfaceStatePointer=0x1fc0"},
	{"INTERFACE_DESCRIPTOR_DATA", "hsw", "00000040 00072880 00000000 00000000 00030000 00e10040 00000009 00000000",
		"KernelStartPointer=0x40 SoftwareExceptionEnable=yes MaskStackExceptionEnable=yes IllegalOpcodeExceptionEnable=yes FloatingPointMode=ALTERNATE ThreadPriority=HIGH SingleProgramFlow=yes ConstantURBEntryReadLength=3 NumberOfThreadsInGPGPUThreadGroup=64 SharedLocalMemorySize=4K BarrierEnable=yes RoundingMode=RTZ CrossThreadConstantDataReadLength=9"},
	{"INTERFACE_DESCRIPTOR_DATA", "tgl", "00001240 0000ffff 001f2880 fffffff0 0000ffff 00020001 00c763ff 00000080",
		"KernelStartPointer=0xffff00001240 SoftwareExceptionEnable=yes MaskStackExceptionEnable=yes IllegalOpcodeExceptionEnable=yes FloatingPointMode=ALTERNATE ThreadPriority=HIGH SingleProgramFlow=yes DenormMode=SET_BY_KERNEL ThreadPreemptionDisable=yes SamplerStatePointer=0xffffffe0 SamplerCount=13_TO_16 BindingTablePointer=0xffe0 BindingTableEntryCount=31 ConstantURBEntryReadLength=2 ConstantURBEntryReadOffset=1 NumberOfThreadsInGPGPUThreadGroup=1023 OverDispatchControl=NORMAL SharedLocalMemorySize=64K RoundingMode=RTZ CrossThreadConstantDataReadLength=128"},
	{"INTERFACE_DESCRIPTOR_DATA", "cnl", "00001240 00000000 00100000 00000000 00000000 00000000 00008001 00000000",
		"KernelStartPointer=0x1240 ThreadPreemptionDisable=yes NumberOfThreadsInGPGPUThreadGroup=1 GlobalBarrierEnable=yes"},
	{"INTERFACE_DESCRIPTOR_DATA", "skl bxt", "00000000 00000000 00000000 00000000 00000000 00000000 00008001 00000000", "NumberOfThreadsInGPGPUThreadGroup=1 GlobalBarrierEnable=yes"},
	{"MEDIA_VFE_STATE", "icl lkf tgl", "70000007 00000000 00000000 00000244 00000003 00000000 00000000 00000000 00000000",
		"DWordLength=7 Pipeline=2 CommandType=3 NumberOfURBEntries=2 DisableSlice0Subslice2=yes DispatchLoadBalance=COLOR_LSB MaximumNumberOfDualSubslices=3"},
	{"MEDIA_VFE_STATE", "hsw", "70000006 1234541b 004540c4 00000002 00030020 80000055 00000000 f0000000",
		"DWordLength=6 Pipeline=2 CommandType=3 PerThreadScratchSpace=11 StackSize=1 ScratchSpaceBasePointer=0x12345400 MaximumNumberOfThreads=70 NumberOfURBEntries=64 ResetGatewayTimer=RESET BypassGatewayControl=BYPASS GPGPUMode=yes HalfSliceDisable=2 URBEntryAllocationSize=3 CURBEAllocationSize=32 ScoreboardEnable=yes ScoreboardMask=85 Scoreboard7DeltaY=-1"},
	{"MEDIA_VFE_STATE", "skl bxt", "70000007 00012435 00000001 00a70280 00000001 00020040 c0000007 87fff00f 00000000",
		"DWordLength=7 Pipeline=2 CommandType=3 PerThreadScratchSpace=5 StackSize=3 ScratchSpaceBasePointer=0x100012400 MaximumNumberOfThreads=168 NumberOfURBEntries=2 ResetGatewayTimer=RESET SliceDisable=SLICE_0 URBEntryAllocationSize=2 CURBEAllocationSize=64 ScoreboardEnable=yes ScoreboardType=NON_STALLING ScoreboardMask=7 Scoreboard0DeltaX=-1 Scoreboard1DeltaY=-1 Scoreboard2DeltaX=-1 Scoreboard2DeltaY=-1 Scoreboard3DeltaX=7 Scoreboard3DeltaY=-8"},
	{"MEDIA_CURBE_LOAD", "ivb hsw bdw skl bxt icl lkf tgl", "70010002 00000000 00000100 00000200",
		"DWordLength=2 SubOpcode=1 Pipeline=2 CommandType=3 CURBETotalDataLength=256 CURBEDataStartAddress=512"},
	{"MEDIA_INTERFACE_DESCRIPTOR_LOAD", "ivb hsw bdw skl bxt icl lkf tgl", "70020002 00000000 00000020 00000340",
		"DWordLength=2 SubOpcode=2 Pipeline=2 CommandType=3 InterfaceDescriptorTotalLength=32 InterfaceDescriptorDataStartAddress=0x340"},
	{"GPGPU_WALKER", "bdw skl bxt icl lkf tgl", "7105050d 0000003f 00000040 ffffffc0 803f0201 00000001 00000000 00000005 00000002 00000000 00000006 00000003 00000007 00000001 ffff0000",
		"DWordLength=13 PredicateEnable=yes IndirectParameterEnable=yes SubOpcode=5 MediaCommandOpcode=1 Pipeline=2 CommandType=3 InterfaceDescriptorOffset=63 IndirectDataLength=64 IndirectDataStartAddress=0xffffffc0 SIMDSize=SIMD32 ThreadDepthCounterMaximum=63 ThreadHeightCounterMaximum=2 ThreadWidthCounterMaximum=1 ThreadGroupIDStartingX=1 ThreadGroupIDXDimension=5 ThreadGroupIDStartingY=2 ThreadGroupIDYDimension=6 ThreadGroupIDStartingZ=3 ThreadGroupIDZDimension=7 RightExecutionMask=1 BottomExecutionMask=4294901760"},
	{"MEDIA_OBJECT", "skl bxt", "71000004 00000003 80200040 00001000 00050009 00020003",
		"DWordLength=4 MediaCommandOpcode=1 Pipeline=2 CommandType=3 InterfaceDescriptorOffset=3 UseScoreboard=yes ChildrenPresent=yes IndirectDataLength=64 IndirectDataStartAddress=0x1000 ScoreboardX=9 ScoreboardY=5 ScoreboardMask=3 ScoreboardColor=2"},
	{"MEDIA_OBJECT_GRPID", "icl lkf tgl", "71060005 0000003f 00800000 00000000 00010002 00070000 00abcdef",
		"DWordLength=5 SubOpcode=6 MediaCommandOpcode=1 Pipeline=2 CommandType=3 InterfaceDescriptorOffset=63 EndOfThreadGroup=1 XPosition=2 YPosition=1 BlockColor=7 GroupID=11259375"},
	{"MEDIA_OBJECT_WALKER", "skl bxt", "7103000f 00000000 01000000 00000000 00000000 00000202 03041300 00070003 0007000f 00000000 00000000 00010fff 0ffe0001 0007000f 00000ffd 00000000 08000000",
		"DWordLength=15 SubOpcode=3 MediaCommandOpcode=1 Pipeline=2 CommandType=3 ThreadSynchronization=SPAWN_ROOT GroupIDLoopSelect=INNER_LOCAL ScoreboardMask=2 MidLoopUnitX=-1 LocalMidLoopUnitY=1 MiddleLoopExtraSteps=4 ColorCountMinusOne=3 GlobalLoopExecCount=7 LocalLoopExecCount=3 BlockResolutionX=15 BlockResolutionY=7 LocalOuterLoopStrideX=-1 LocalOuterLoopStrideY=1 LocalInnerLoopUnitX=1 LocalInnerLoopUnitY=-2 GlobalResolutionX=15 GlobalResolutionY=7 GlobalStartX=-3 GlobalInnerLoopUnitY=-2048"},
	{"MEDIA_STATE_FLUSH", "ivb", "70040000 00000045", "SubOpcode=4 Pipeline=2 CommandType=3 InterfaceDescriptorOffset=5 WatermarkRequired=1"},
	{"MEDIA_STATE_FLUSH", "hsw", "70040000 00000180", "SubOpcode=4 Pipeline=2 CommandType=3 FlushToGO=yes DisablePreemption=yes"},
	{"STATE_BASE_ADDRESS", "ivb", "61010008 12345389 00001001 00000000 00000000 00000000 fffff001 00000000 00000000 00000000",
		"DWordLength=8 CommandSubOpcode=1 CommandOpcode=1 CommandType=3 GeneralStateBaseAddress=0x12345000 GeneralStateMOCS=3 StatelessDataPortAccessMOCS=8 StatelessDataPortAccessForceWriteThru=1 GeneralStateBaseAddressModifyEnable=yes SurfaceStateBaseAddress=0x1000 SurfaceStateBaseAddressModifyEnable=yes GeneralStateAccessUpperBound=0xfffff000 GeneralStateAccessUpperBoundModifyEnable=yes"},
	{"STATE_BASE_ADDRESS", "skl bxt", "61010011 23456041 00000001 00020000 00010001 00000000 00020000 00000000 00000000 00000000 00030001 00000000 fffff001 00010001 00000000 00000000 00040001 00000000 0003f000",
		"DWordLength=17 CommandSubOpcode=1 CommandOpcode=1 CommandType=3 GeneralStateBaseAddress=0x123456000 GeneralStateMOCS=4 GeneralStateBaseAddressModifyEnable=yes StatelessDataPortAccessMOCS=2 SurfaceStateBaseAddress=0x10000 SurfaceStateBaseAddressModifyEnable=yes DynamicStateBaseAddress=0x20000 InstructionBaseAddress=0x30000 InstructionBaseAddressModifyEnable=yes GeneralStateBufferSize=1048575 GeneralStateBufferSizeModifyEnable=yes DynamicStateBufferSize=16 DynamicStateBufferSizeModifyEnable=yes BindlessSurfaceStateBaseAddress=0x40000 BindlessSurfaceStateBaseAddressModifyEnable=yes BindlessSurfaceStateSize=63"},
	{"STATE_BASE_ADDRESS", "icl lkf tgl dg2 mtl arl", "61010014 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00050041 00000002 00007000",
		"DWordLength=20 CommandSubOpcode=1 CommandOpcode=1 CommandType=3 BindlessSamplerStateBaseAddress=0x200050000 BindlessSamplerStateMOCS=4 BindlessSamplerStateBaseAddressModifyEnable=yes BindlessSamplerStateBufferSize=7"},
	{"L3CNTLREG", "bdw skl bxt", "40208061", "SLMEnable=yes URBAllocation=48 ROAllocation=16 DCAllocation=8 AllAllocation=32"},
	{"L3CNTLREG", "icl lkf", "a0000620", "URBAllocation=16 ErrorDetectionBehaviorControl=yes UseFullWays=yes AllAllocation=80"},
	{"L3CNTLREG2", "ivb", "0850c5c1",
		"SLMEnable=yes URBAllocation=32 URBLowBandwidth=yes ALLAllocation=5 ROAllocation=3 ROLowBandwidth=yes DCAllocation=2 DCLowBandwidth=yes"},
	{"L3CNTLREG3", "ivb hsw", "0020c288", "ISAllocation=4 ISLowBandwidth=yes CAllocation=2 CLowBandwidth=yes TAllocation=1 TLowBandwidth=yes"},
	{"L3SQCREG1", "hsw", "09610000", "L3SQHighPriorityCreditInitialization=4 L3SQGeneralPriorityCreditInitialization=12 ConvertDC_UC=yes ConvertT_UC=yes"},
	{"RENDER_SURFACE_STATE", "dg2 mtl arl", "231df000 02000078 01df027f 000009ff 00000000 00028013 00000000 09710000 12345000 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM TileMode=TILE4 SurfaceVerticalAlignment=VALIGN_4 SurfaceHorizontalAlignment=HALIGN_128 SurfaceQPitch=480 SurfaceBaseAddress=0x12345000 Width=640 Height=480 SurfacePitch=2560 MOCS=2 MIPCountOrLOD=3 SurfaceMinLOD=1 L1CacheControl=WB CoherencyType=MULTI_GPU_COHERENT ShaderChannelSelectRed=RED ShaderChannelSelectGreen=GREEN ShaderChannelSelectBlue=BLUE ShaderChannelSelectAlpha=ONE"},
	{"RENDER_SURFACE_STATE", "dg2 mtl arl", "231c9200 00000000 00000000 00000000 80000000 00000000 00001ffd c0000000 00000000 00000000 00000000 00000000 ffffffca 8000ffff 00000000 00000000",
		"SurfaceType=SURFTYPE_2D SurfaceFormat=R8G8B8A8_UNORM TileMode=TILE64 SurfaceHorizontalAlignment=HALIGN_64 SamplerL2OutOfOrderModeDisable=yes DecompressInL3=yes AuxiliarySurfaceMode=AUX_CCS_E AuxiliarySurfacePitch=1024 MemoryCompressionEnable=yes MemoryCompressionType=3D_COMPRESSION CompressionFormat=ARGB_8B ClearValueAddress=0xffffffffffc0 DisallowLowQualityFiltering=yes"},
	{"RENDER_SURFACE_STATE", "dg2 mtl arl", "c7fc0000 00000000 0007007f 000003ff 00000000 00000000 00000000 00000000 00010000 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
		"SurfaceType=SURFTYPE_SCRATCH SurfaceFormat=RAW NumberOfEntries=1024 SurfacePitch=1024 SurfaceBaseAddress=0x10000"},
	{"SAMPLER_STATE", "dg2 mtl arl", "40000000 00000000 ff000240 00000000", "CPSLODCompensationEnable=yes BorderColorPointer=0xff000240"},
	{"INTERFACE_DESCRIPTOR_DATA", "dg2 mtl arl", "00001240 00000000 001d2880 00000084 001fffe5 fcc703ff 0000000d 00000000",
		"KernelStartPointer=0x1240 SoftwareExceptionEnable=yes MaskStackExceptionEnable=yes IllegalOpcodeExceptionEnable=yes FloatingPointMode=ALTERNATE SingleProgramFlow=yes DenormMode=SET_BY_KERNEL ThreadPreemptionDisable=yes SamplerStatePointer=0x80 SamplerCount=1_TO_4 BindingTablePointer=0x1fffe0 BindingTableEntryCount=5 NumberOfThreadsInGPGPUThreadGroup=1023 SharedLocalMemorySize=64K RoundingMode=RTZ ThreadGroupDispatchSize=TG_SIZE_1 NumberOfBarriers=B32 BTDMode=yes PreferredSLMAllocationSize=128K"},
	{"COMPUTE_WALKER", "dg2 mtl arl", "72094725 abcdef00 c0160040 ffffffc0 bf520020 0000ffff 3ff01c0f 0000000a 00000003 00000001 00000002 00000004 00000006 00000001 00000009 0000000b 0000000c 0000000d 00001240 00000000 00000000 00000084 00000065 10020008 00000009 00000000 00001865 56789abc 00001234 76543210 fedcba98 00000064 00000065 00000066 00000067 00000068 00000069 0000006a 0000006b",
		"DWordLength=37 PredicateEnable=yes WorkloadPartitionEnable=yes IndirectParameterEnable=yes SystolicModeEnable=yes CFESubOpcodeVariant=TG_RESUME CFESubOpcode=2 ComputeCommandOpcode=2 Pipeline=2 CommandType=3 DebugObjectID=11259375 IndirectDataLength=64 L3PrefetchDisable=yes PartitionDispatchParameter=5 PartitionType=Z IndirectDataStartAddress=0xffffffc0 DispatchWalkOrder=Y_ORDER_WALK MessageSIMD=SIMD16 TileLayout=TILEY_64BPE WalkOrder=WALK_210 EmitInlineParameter=yes EmitLocal=EMIT_XYZ GenerateLocalID=yes SIMDSize=SIMD32 ExecutionMask=65535 LocalXMaximum=15 LocalYMaximum=7 LocalZMaximum=1023 ThreadGroupIDXDimension=10 ThreadGroupIDYDimension=3 ThreadGroupIDZDimension=1 ThreadGroupIDStartingX=2 ThreadGroupIDStartingY=4 ThreadGroupIDStartingZ=6 PartitionID=1 PartitionSize=9 PreemptX=11 PreemptY=12 PreemptZ=13 " +
			"KernelStartPointer=0x1240 SamplerStatePointer=0x80 SamplerCount=1_TO_4 BindingTablePointer=0x60 BindingTableEntryCount=5 NumberOfThreadsInGPGPUThreadGroup=8 SharedLocalMemorySize=2K NumberOfBarriers=B1 PreferredSLMAllocationSize=16K " +
			"PostSyncOperation=WRITE_IMMEDIATE_DATA DataportPipelineFlush=yes PostSyncMOCS=6 SystemMemoryFenceRequest=yes DataportSubsliceCacheFlush=yes PostSyncDestinationAddress=0x123456789abc PostSyncImmediateData=18364758544493064720 InlineData0=100 InlineData1=101 InlineData2=102 InlineData3=103 InlineData4=104 InlineData5=105 InlineData6=106 InlineData7=107"},
	{"CFE_STATE", "dg2 mtl arl", "72000004 000ffc00 00000000 0400ac68 00000000 00000000",
		"DWordLength=4 ComputeCommandOpcode=2 Pipeline=2 CommandType=3 ScratchSpaceBuffer=1023 NumberOfWalkers=5 FusedEUDispatch=1 LargeGRFThreadAdjustDisable=yes ComputeOverdispatchDisable=yes SingleSliceDispatchCCSMode=yes OverDispatchControl=NORMAL MaximumNumberOfThreads=1024"},
	{"POSTSYNC_DATA", "dg2 mtl arl", "00000033 00001000 00000000 00000000 00000000", "PostSyncOperation=WRITE_TIMESTAMP PostSyncMOCS=3 PostSyncDestinationAddress=0x1000"},
	{"STATE_BASE_ADDRESS", "dg2 mtl arl", "61010014 23456041 00000001 02022000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000 ffffffff 00005001 00000000 00000000",
		"DWordLength=20 CommandSubOpcode=1 CommandOpcode=1 CommandType=3 GeneralStateBaseAddress=0x123456000 GeneralStateMOCS=4 GeneralStateBaseAddressModifyEnable=yes EnableMemoryCompressionForAllStatelessAccesses=yes StatelessDataPortAccessMOCS=2 L1CacheControl=WS BindlessSurfaceStateSize=4294967295 BindlessSamplerStateBaseAddressModifyEnable=yes BindlessSamplerStateBaseAddress=0x5000"},
	{"L3ALLOC", "tgl dg2 mtl arl", "d0041a20", "URBAllocation=16 L3FullWayAllocationEnable=yes ROAllocation=3 DCAllocation=1 AllAllocation=104"},
}

// dwords are words of eight digits as little-endian bytes.
func dwords(t testing.TB, words string) []byte {
	var b []byte
	for w := range strings.FieldsSeq(words) {
		v, err := strconv.ParseUint(w, 16, 32)
		require.NoError(t, err)
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

// eachVector calls f with each vector on each of its targets.
func eachVector(t *testing.T, f func(t *testing.T, l *Layout, bytes []byte, fields []string)) {
	for _, list := range [][]vector{packed, byHand} {
		for _, v := range list {
			for name := range strings.FieldsSeq(v.targets) {
				l, err := Struct(targetNamed(t, name), v.name)
				require.NoError(t, err)
				t.Run(v.name+"/"+name, func(t *testing.T) { f(t, l, dwords(t, v.words), strings.Fields(v.fields)) })
			}
		}
	}
}

func targetNamed(t testing.TB, name string) native.Target {
	for target := range native.NumTargets {
		if target.String() == name {
			return target
		}
	}
	require.Fail(t, "no target", name)
	return 0
}

// TestDecode: words have the fields beside them, all others are zero, and nothing is left over.
//
// seed: Broxton vol. 6 GPGPU Commands
func TestDecode(t *testing.T) {
	eachVector(t, func(t *testing.T, l *Layout, bytes []byte, fields []string) {
		o, err := l.Decode(bytes)
		require.NoError(t, err)
		var got []string
		for _, v := range o.Fields() {
			if v.Code != 0 {
				got = append(got, v.Name()+"="+v.String())
			}
		}
		assert.ElementsMatch(t, fields, got)
		assert.Equal(t, bytes, o.Encode())
		assert.Empty(t, o.Findings())
	})
}

// TestSet: a structure of zeros becomes the words by setting the fields beside them.
func TestSet(t *testing.T) {
	eachVector(t, func(t *testing.T, l *Layout, bytes []byte, fields []string) {
		o := l.New()
		for _, f := range fields {
			name, value, _ := strings.Cut(f, "=")
			require.NoError(t, o.Set(name, value))
		}
		assert.Equal(t, bytes, o.Encode())
	})
}
